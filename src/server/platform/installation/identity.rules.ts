// Decides whether the database, the stored files and the keys belong together: each of the three must carry the same identity. Pure.

export interface PartState {
  /** The installation that this part claims to belong to. */
  readonly id: string | undefined;
  /** Whether it holds anything that could be lost. */
  readonly hasData: boolean;
}

export interface InstallationState {
  readonly database: PartState & { readonly namesFiles: boolean };
  /** Undefined if unreachable. */
  readonly files: PartState | undefined;
  readonly whyNoFiles?: string | undefined;
  readonly keys: PartState & {
    /** Whether the key files match the fingerprints in the database. */
    readonly areProven: boolean;
  };
}

export type Verdict =
  /** Write the identity where it is missing; create one when there is none. */
  { readonly act: 'go'; readonly id: string | undefined } | { readonly act: 'refuse'; readonly why: string };

const refuse = (why: string): Verdict => ({ act: 'refuse', why });

const remedy = 'After a deliberate move run: npm run adopt. Nothing was changed.';

const emptyDatabase = (others: string) =>
  `The database is empty, but ${others} not: put the database back, or set DATABASE_URL to the right one; a new shop needs an empty DATA_DIR and an empty store. ${remedy}`;
const noKeys = `The keys are missing: DATA_DIR/keys does not hold those that the database and the stored files were made with. Mount or copy them there. ${remedy}`;
const noFiles = `The stored files are missing: the folder or bucket is not the one that the database and the keys belong to. Mount it, or set STORAGE_URL to the right one. ${remedy}`;
const unknownDatabase = `The database does not belong to these keys: it has no identity, theirs is another installation's. Set DATABASE_URL or DATA_DIR to those of one installation. ${remedy}`;

/** Judges parts of which at least one has an identity. */
function checkKnown({ database, files, keys }: InstallationState): Verdict {
  const known = database.id ?? keys.id ?? files?.id;
  if (keys.id !== undefined) {
    if (database.id === undefined)
      return refuse(database.hasData ? unknownDatabase : emptyDatabase('the keys are'));
    if (files && files.id === undefined) return refuse(noFiles);
    return { act: 'go', id: known };
  }
  if (database.id === undefined) return refuse(emptyDatabase('the stored files are'));
  // A first start writes the identity to the database, then the store, and the keys last; this one was interrupted.
  const isUnfinished = !database.hasData && !files?.hasData && !keys.hasData;
  if (isUnfinished || keys.areProven) return { act: 'go', id: known };
  return refuse(noKeys);
}

/** Judges parts without identities. An installation from before identities existed is adopted if all its parts are there. */
function checkUnknown({ database, files, keys, whyNoFiles }: InstallationState): Verdict {
  if (!files)
    return refuse(
      `The stored files cannot be reached, so the first start must wait${whyNoFiles === undefined ? '' : `: ${whyNoFiles}`}. Nothing was changed.`,
    );
  const full = [keys.hasData && 'the keys are', files.hasData && 'the stored files are'].filter(Boolean);
  if (!database.hasData && full.length > 0) return refuse(emptyDatabase(full.join(' and ')));
  if (database.hasData && !keys.hasData) return refuse(noKeys);
  if (database.namesFiles && !files.hasData) return refuse(noFiles);
  return { act: 'go', id: undefined };
}

export function checkIdentity(holdings: InstallationState): Verdict {
  const { database, files, keys } = holdings;
  const ids = new Set([database.id, files?.id, keys.id].filter((id) => id !== undefined));
  if (ids.size > 1)
    return refuse(
      `Database, stored files and keys do not belong together (database ${database.id ?? 'none'}, files ${files?.id ?? 'none'}, keys ${keys.id ?? 'none'}): set DATABASE_URL, STORAGE_URL and DATA_DIR to those of one installation. ${remedy}`,
    );
  return ids.size === 1 ? checkKnown(holdings) : checkUnknown(holdings);
}
