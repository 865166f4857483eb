// What a module says of the data that it keeps. Each module that owns tables has an `x.personal.ts` of this shape; privacy/personal-data.ts
// collects them for the archive, the erasure, the sweep of the storage and the rotation of keys.

/** What an erasure writes in place of a value; sealed values get a sealed dash. */
export type Blank =
  | 'null'
  | 'empty'
  | 'dash'
  | 'random'
  | 'sealed'
  | 'sealed if any'
  | { readonly sql: string };

/** SQL in these is about the table's row. `$person` stands for the person's id, `$addresses` for the keyed hashes of their email address. */
export type Erasure =
  /** The rows go. */
  | { readonly act: 'remove'; readonly whose: string }
  | { readonly act: 'blank'; readonly whose: string; readonly columns: Readonly<Record<string, Blank>> }
  /** A function of the database does it. */
  | { readonly act: 'call'; readonly statement: string; readonly columns: readonly string[] }
  /** Another place does it, named here. */
  | { readonly act: 'elsewhere'; readonly by: string; readonly columns: readonly string[] };

export type Life =
  /** The rows that match go at the next run of the job; `when` says the same in words. */
  | { readonly go: string; readonly when: string }
  /** A job of the module does it. */
  | { readonly goBy: string; readonly when: string }
  | { readonly stay: string };

/** How a column of keyed hashes is made. */
export type Index =
  /** What it is made from is not kept, so it cannot be made anew. */
  | 'lasting'
  /** From a sealed column of the same row, for the same purpose and from the whole value unless said otherwise. */
  | { readonly source: string; readonly purpose?: string; readonly valueFrom?: (opened: string) => string };

export interface PersonalTable {
  readonly erasure?: Erasure;
  /** Columns of text, bytes, JSON and dates that hold nothing of a person, or nothing that may be erased. */
  readonly other: readonly string[];
  readonly life: Life;
  /** Columns of sealed values, each with what its values are sealed for. */
  readonly sealed?: Readonly<Record<string, string>>;
  /** Columns of keyed hashes of something personal. */
  readonly indexed?: Readonly<Record<string, Index>>;
  /** Columns, or SQL about the row, that name stored bytes. */
  readonly stored?: readonly string[];
}

/** A list of the archive, which is a file of JSON. */
export interface ArchiveSection {
  readonly select: string;
  /** Sealed columns among the selected ones, the table that they are of, and the name under which their content is written. */
  readonly opened?: Readonly<
    Record<string, { readonly table: string; readonly as: string; readonly isJson?: boolean }>
  >;
}

export interface PersonalData {
  readonly tables: Readonly<Record<string, PersonalTable>>;
  readonly sections?: Readonly<Record<string, ArchiveSection>>;
  /** SQL that selects the `name` in the archive and the `storage_key` of each of the person's files. */
  readonly files?: readonly string[];
}

export const withAccount = {
  stay: 'as long as the account: an erasure blanks what is personal in it',
} as const;
export const books = { stay: 'part of the books' } as const;
export const shop = { stay: 'the shop’s own, as long as the shop' } as const;
