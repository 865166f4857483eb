// Verifies that a print is genuine, by its code or its bytes, and detects altered files.
import { readVerificationCode } from '#contract/codes.ts';
import type { FileVerdict, Verification } from '#contract/files/calls.ts';
import type { Database } from '../platform/database/connect.ts';
import { Fault } from '../platform/fault.ts';
import type { SpooledFile } from '../platform/request/upload.ts';
import * as queries from './files.queries.ts';
import { findMediaType } from './media-types.ts';
import * as papers from './papers.queries.ts';

/** Searches a PDF for one of our verification codes; provided by the documents module. */
export type FindCode = (pdf: Buffer, owner: string) => Promise<string | undefined>;

export interface VerificationDeps {
  readonly db: Database;
  readonly portalName: () => Promise<{ bn: string }>;
  readonly findCode: FindCode;
  /** Number of files that are being searched for a code. */
  readonly search: { running: number };
}

const maxSearched = 4;

type VersionRow = NonNullable<Awaited<ReturnType<typeof findPrint>>>;

/** Searches a file for a code; bounds how many untrusted files are in memory at once. @throws Fault `busy` */
async function findCodeIn(
  deps: VerificationDeps,
  upload: SpooledFile,
  owner: string,
): Promise<string | undefined> {
  const { search, findCode } = deps;
  if (search.running >= maxSearched) throw new Fault('busy', {}, 3);
  search.running += 1;
  try {
    const bytes = await upload.read();
    return findMediaType(bytes)?.extension === 'pdf' ? await findCode(bytes, owner) : undefined;
  } finally {
    search.running -= 1;
  }
}

/** Finds the print of a document, whose check is counted for its owner, or of a receipt or statement. */
async function findPrint(deps: VerificationDeps, by: { verificationCode: string } | { sha256: Buffer }) {
  const { db } = deps;
  const print = await queries.findVersion(db, by);
  if (!print) return papers.findPaperVersion(db, by);
  await queries.countCheck(db, print.id);
  return print;
}

const presentVersion = async (deps: VerificationDeps, row: VersionRow): Promise<Verification> => ({
  state: row.revoked_at ? 'revoked' : row.version < row.current_version ? 'superseded' : 'genuine',
  kind: row.kind,
  number: row.number,
  version: row.version,
  made_at: row.made_at.toISOString(),
  made_by: (await deps.portalName()).bn,
  provenance: row.provenance as Verification['provenance'],
  sha256: row.sha256.toString('hex'),
  masked_name: row.masked_name,
});

/** Verifies by hash, or by the file itself. A file that contains our code but has different bytes was altered. */
export async function verifyFile(
  deps: VerificationDeps,
  sha256: string | undefined,
  upload: SpooledFile | undefined,
  owner: string,
): Promise<FileVerdict> {
  if (sha256 === undefined && (!upload || upload.size === 0)) throw new Fault('file_missing');
  const hash = sha256 === undefined ? upload!.sha256 : Buffer.from(sha256, 'hex');
  const same = await findPrint(deps, { sha256: hash });
  if (same) return presentVersion(deps, same);
  const code = upload && (await findCodeIn(deps, upload, owner));
  const carried = code === undefined ? undefined : await findPrint(deps, { verificationCode: code });
  return carried ? { ...(await presentVersion(deps, carried)), state: 'altered' } : { state: 'unknown' };
}

/** Verifies a printed code. @throws Fault `not_found` for a code that was never issued */
export async function verifyCode(deps: VerificationDeps, typedCode: string): Promise<Verification> {
  const code = readVerificationCode(typedCode);
  const row = code === undefined ? undefined : await findPrint(deps, { verificationCode: code });
  if (!row) throw new Fault('not_found');
  return presentVersion(deps, row);
}
