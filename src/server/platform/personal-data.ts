// Declares the personal data of a module. Each module that owns tables has an `x.personal.ts` of this shape; privacy/personal-data.ts collects them
// for the archive, the erasure, the storage sweep and the key rotation.
import type { JobName } from '#contract/jobs.ts';

/** What an erasure writes instead of a value; sealed values become a sealed dash. */
export type Blank =
  | 'null'
  | 'empty'
  | 'dash'
  | 'random'
  | 'sealed'
  | 'sealed if any'
  | { readonly sql: string };

/** SQL in these is about the table's row. `$person` is the person's id, `$addresses` the keyed hashes of their email address. */
export type Erasure =
  /** The rows are deleted. */
  | { readonly act: 'remove'; readonly whose: string }
  | { readonly act: 'blank'; readonly whose: string; readonly columns: Readonly<Record<string, Blank>> }
  /** A database function erases it. */
  | { readonly act: 'call'; readonly statement: string; readonly columns: readonly string[] }
  /** Erased elsewhere, as `by` says. */
  | { readonly act: 'elsewhere'; readonly by: string; readonly columns: readonly string[] };

export type Life =
  /** Matching rows are deleted at the job's next run; `when` says the same in words. */
  | { readonly go: string; readonly when: string }
  /** This job deletes them. */
  | { readonly goBy: JobName; readonly when: string }
  | { readonly stay: string };

/** How a column of keyed hashes is computed. */
export type Index =
  /** Its source is not stored, so it cannot be recomputed. */
  | 'lasting'
  /** From a sealed column of the same row, for the same purpose and from the whole value unless stated otherwise. */
  | { readonly source: string; readonly purpose?: string; readonly valueFrom?: (opened: string) => string };

export interface PersonalTable {
  readonly erasure?: Erasure;
  /** Columns of text, bytes, JSON and dates without personal data, or whose content must not be erased. */
  readonly other: readonly string[];
  readonly life: Life;
  /** Sealed columns, each with the purpose of its values. */
  readonly sealed?: Readonly<Record<string, string>>;
  /** Columns with keyed hashes of personal values. */
  readonly indexed?: Readonly<Record<string, Index>>;
  /**
   * Why the archive leaves out what an erasure removes: for all rows, or by column. Keyed hashes and keys of stored bytes are always left out.
   */
  readonly unread?: string | Readonly<Record<string, string>>;
  /** Columns, or SQL on the row, that hold keys of stored bytes. */
  readonly stored?: readonly string[];
}

/** One JSON file of the archive. */
export interface ArchiveSection {
  readonly select: string;
  /** Sealed columns among those selected: their table, and the name under which their content is written. */
  readonly opened?: Readonly<
    Record<string, { readonly table: string; readonly as: string; readonly isJson?: boolean }>
  >;
}

export interface PersonalData {
  readonly tables: Readonly<Record<string, PersonalTable>>;
  readonly sections?: Readonly<Record<string, ArchiveSection>>;
  /** SQL that selects each of the person's files: its `name` in the archive and its `storage_key`. */
  readonly files?: readonly string[];
}

export const staffsOwn = 'what staff write for each other';

export const withAccount = {
  stay: 'as long as the account: an erasure blanks what is personal in it',
} as const;
export const books = { stay: 'part of the books' } as const;
export const shop = { stay: 'the shop’s own, as long as the shop' } as const;
