// Opens stored files: documents for their owner or authorised staff, and delivered attachments.
import { hasRight } from '#contract/access.ts';
import { type DocumentKind, documentKinds } from '#contract/documents/kinds.ts';
import { recordEvent } from '../audit-log/record-event.ts';
import type { Database } from '../platform/database/connect.ts';
import { Fault } from '../platform/fault.ts';
import {
  actingPerson,
  type Caller,
  mayRead,
  type RequestOrigin,
  readableOwner,
} from '../platform/request/caller.ts';
import type { Reserve } from '../platform/request/upload-parts.ts';
import type { Storage } from '../platform/storage/storage.ts';
import * as queries from './files.queries.ts';

interface OpenFileDeps {
  readonly db: Database;
  readonly storage: Storage;
  readonly openDocument: ReturnType<typeof queries.createOpener>;
}

export interface OpenedFile {
  readonly bytes: Buffer;
  readonly mediaType: string;
  readonly name: string;
  readonly isShown: boolean;
}

/** Origin of a request for a file, and whether it continues an open that was already counted. */
export interface FileAccess extends RequestOrigin {
  readonly isFurtherPart: boolean;
}

export async function readOpenedFile(
  deps: OpenFileDeps,
  found: { storage_key: string; media_type: string },
  name: string,
  isShown: boolean,
): Promise<OpenedFile> {
  const { storage } = deps;
  return { bytes: await storage.get(found.storage_key), mediaType: found.media_type, name, isShown };
}

/** Opens a document for its owner or authorised staff; for anyone else it doesn't exist. @throws Fault `not_found` */
export async function openFile(
  deps: OpenFileDeps,
  kind: DocumentKind,
  fileCode: string,
  caller: Caller | undefined,
  fileAccess: FileAccess,
): Promise<OpenedFile> {
  const owner = readableOwner(caller, 'files.read');
  if (!caller || owner === undefined) throw new Fault('not_found');
  const file = await deps.openDocument({
    kind,
    fileCode,
    ...actingPerson(caller),
    owner,
    ip: fileAccess.ip,
    details: { service: documentKinds[kind].serviceCode, ...(fileAccess.isFurtherPart ? { part: 1 } : {}) },
  });
  if (!file) throw new Fault('not_found');
  return readOpenedFile(deps, file, `${file.number}.pdf`, true);
}

/** Opens a delivered file for its customer or staff. @throws Fault `not_found`, `busy` */
export async function openAttachment(
  deps: OpenFileDeps,
  fileCode: string,
  caller: Caller | undefined,
  fileAccess: FileAccess,
  reserve: Reserve,
): Promise<OpenedFile> {
  const { db } = deps;
  const file = await queries.findAttachmentByCode(db, fileCode);
  if (!file || !mayRead(caller, file.owner_id, 'orders.read')) throw new Fault('not_found');
  if (file.replaced_at && !hasRight(caller.roles, 'orders.read')) throw new Fault('not_found');
  reserve(file.byte_size);
  const isShown = /^(application\/pdf|image\/(jpeg|png))$/.test(file.media_type);
  const opened = await readOpenedFile(deps, file, file.name, isShown);
  await recordEvent(db, {
    kind: 'attachment.opened',
    ...actingPerson(caller),
    subjectId: file.owner_id,
    object: { kind: 'attachment', id: file.id },
    ip: fileAccess.ip,
    ...(fileAccess.isFurtherPart ? { details: { part: 1 } } : {}),
  });
  return opened;
}
