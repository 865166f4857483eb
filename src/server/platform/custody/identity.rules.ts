// Do the database, the stored files and the keys belong together? Each of the three carries the same identity. This decides what follows from what
// was found, and changes nothing.

export interface Holding {
  /** The installation that this part claims to belong to. */
  readonly id: string | undefined;
  /** Whether it holds anything that would be missed. */
  readonly isFull: boolean;
}

export interface Holdings {
  readonly database: Holding & { readonly namesFiles: boolean };
  /** undefined: not reachable. */
  readonly files: Holding | undefined;
  readonly whyNoFiles?: string | undefined;
  readonly keys: Holding & {
    /** Whether the key files match the fingerprints in the database. */
    readonly areProven: boolean;
  };
}

export type Verdict =
  /** Write the identity where it is missing; create one when there is none. */
  { readonly act: 'go'; readonly id: string | undefined } | { readonly act: 'refuse'; readonly why: string };

const refuse = (why: string): Verdict => ({ act: 'refuse', why });

const wayOut = 'After a deliberate move run: npm run adopt. Nothing was changed.';

const emptyDatabase = (others: string) =>
  `The database is empty, but ${others} not: put the database back, or set DATABASE_URL to the right one; a new shop needs an empty DATA_DIR and an empty store. ${wayOut}`;
const noKeys = `The keys are missing: DATA_DIR/keys does not hold those that the database and the stored files were made with. Mount or copy them there. ${wayOut}`;
const noFiles = `The stored files are missing: the folder or bucket is not the one that the database and the keys belong to. Mount it, or set STORAGE_URL to the right one. ${wayOut}`;
const unknownDatabase = `The database does not belong to these keys: it has no identity, theirs is another installation's. Set DATABASE_URL or DATA_DIR to those of one installation. ${wayOut}`;

/** The identities found, one per part that has one. */
function judgeKnown({ database, files, keys }: Holdings): Verdict {
  const known = database.id ?? keys.id ?? files?.id;
  if (keys.id !== undefined) {
    if (database.id === undefined)
      return refuse(database.isFull ? unknownDatabase : emptyDatabase('the keys are'));
    if (files && files.id === undefined) return refuse(noFiles);
    return { act: 'go', id: known };
  }
  if (database.id === undefined) return refuse(emptyDatabase('the stored files are'));
  // An interrupted first start wrote the database, then the store, and the keys last.
  const isUnfinished = !database.isFull && !files?.isFull && !keys.isFull;
  if (isUnfinished || keys.areProven) return { act: 'go', id: known };
  return refuse(noKeys);
}

/** An installation from before there were identities is adopted when all its parts are there. */
function judgeUnknown({ database, files, keys, whyNoFiles }: Holdings): Verdict {
  if (!files)
    return refuse(
      `The stored files cannot be reached, so the first start must wait${whyNoFiles === undefined ? '' : `: ${whyNoFiles}`}. Nothing was changed.`,
    );
  const full = [keys.isFull && 'the keys are', files.isFull && 'the stored files are'].filter(Boolean);
  if (!database.isFull && full.length > 0) return refuse(emptyDatabase(full.join(' and ')));
  if (database.isFull && !keys.isFull) return refuse(noKeys);
  if (database.namesFiles && !files.isFull) return refuse(noFiles);
  return { act: 'go', id: undefined };
}

export function judge(holdings: Holdings): Verdict {
  const { database, files, keys } = holdings;
  const ids = new Set([database.id, files?.id, keys.id].filter((id) => id !== undefined));
  if (ids.size > 1)
    return refuse(
      `Database, stored files and keys do not belong together (database ${database.id ?? 'none'}, files ${files?.id ?? 'none'}, keys ${keys.id ?? 'none'}): set DATABASE_URL, STORAGE_URL and DATA_DIR to those of one installation. ${wayOut}`,
    );
  return ids.size === 1 ? judgeKnown(holdings) : judgeUnknown(holdings);
}
