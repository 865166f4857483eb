// Use cases of attachments: resumable uploads, checking them, and attaching them to an order.
import { isStaff } from '#contract/access.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { OrderAttachment, Upload } from '#contract/orders/attachment-calls.ts';
import { maximumAttachments, maximumUnusedAttachments } from '#contract/orders/attachment-rules.ts';
import { isOpen, type OrderStatus } from '#contract/orders/flow.ts';
import { completionExtensions } from '../../files/media-types.ts';
import { bindDeps } from '../../platform/bind-deps.ts';
import { inTransaction, type Trx } from '../../platform/database/connect.ts';
import { Fault, FieldFault } from '../../platform/fault.ts';
import type { Claim, RateLimiter } from '../../platform/rate-limit/rate-limit.ts';
import type { Caller } from '../../platform/request/caller.ts';
import { type Idempotency, once } from '../../platform/request/idempotency.ts';
import type { UploadedFile } from '../../platform/request/upload.ts';
import {
  assertComplete,
  getPart,
  joinParts,
  type Reserve,
  sealPart,
} from '../../platform/request/upload-parts.ts';
import { emitOrderUpdate, getPresented, type OrdersDeps, openContext } from '../order-steps.ts';
import { attachmentPartPurpose } from '../orders.personal.ts';
import * as queries from '../orders.queries.ts';
import { insertTimeline } from '../timeline.queries.ts';
import * as attachments from './attachments.queries.ts';
import { type CustomerFileDeps, readCustomerFile } from './customer-file.ts';

export interface AttachmentsDeps extends OrdersDeps, CustomerFileDeps {
  readonly limiter: Pick<RateLimiter, 'take'>;
}

const openAttachments = (deps: AttachmentsDeps) => ({ ...deps, ...openContext(deps) });
type Context = ReturnType<typeof openAttachments>;

export type Attachments = ReturnType<typeof createAttachments>;

const uploadsOf = ({ userId }: Caller): Claim => ({
  purpose: 'attachments',
  key: String(userId),
  limit: [{ tries: 200, seconds: 86_400 }],
});

const present = (row: attachments.UploadRow): Upload => ({
  id: row.id,
  name: row.name,
  byte_size: row.byte_size,
  offset: row.received,
  is_ready: row.attachment_id !== null,
});

/** @throws Fault `attachments_waiting` when the customer has too many unused uploads, `too_many_requests` */
export async function startUpload(
  context: Context,
  caller: Caller,
  file: { name: string; byte_size: number },
): Promise<Upload> {
  const { db, limiter } = context;
  await limiter.take(uploadsOf(caller));
  return inTransaction(db, async (trx) => {
    await attachments.lockUploadsOf(trx, caller.userId);
    if ((await attachments.countUnused(trx, caller.userId)) >= maximumUnusedAttachments)
      throw new Fault('attachments_waiting');
    const upload = { ownerId: caller.userId, name: file.name, byteSize: file.byte_size };
    return present(await attachments.insertUpload(trx, upload));
  });
}

/** @throws Fault `not_found` */
export async function getUpload(context: Context, caller: Caller, id: number): Promise<Upload> {
  const found = await attachments.findUpload(context.db, caller.userId, id);
  if (!found) throw new Fault('not_found');
  return present(found);
}

/** @throws Fault `not_found`, `upload_offset` for a part that does not start where the last one ended; FieldFault */
export async function addPart(
  context: Context,
  caller: Caller,
  id: number,
  offset: number,
  part: UploadedFile | undefined,
): Promise<Upload> {
  const { db, vault } = context;
  const bytes = getPart(part);
  return inTransaction(db, async (trx) => {
    const upload = await attachments.lockUpload(trx, caller.userId, id);
    const sealed = sealPart(vault, attachmentPartPurpose, upload, offset, bytes);
    return present(await attachments.addPart(trx, id, sealed));
  });
}

async function removeRow(context: Context, caller: Caller, id: number): Promise<boolean> {
  const { db, files } = context;
  return inTransaction(db, async (trx) => {
    const gone = await attachments.deleteUpload(trx, caller.userId, id);
    await files.removeAttachments(
      trx,
      gone.flatMap(({ attachment_id }) => attachment_id ?? []),
    );
    return gone.length > 0;
  });
}

const refusedForGood = new Set<ErrorCode>(['file_type_refused', 'file_too_large', 'image_refused']);

/** A refused upload is removed. @throws Fault `not_found`, `upload_offset`, those of `refusedForGood`, `busy` */
export async function finishUpload(
  context: Context,
  caller: Caller,
  id: number,
  reserve: Reserve,
): Promise<Upload> {
  const { db, files, vault } = context;
  const upload = await attachments.findUpload(db, caller.userId, id);
  if (!upload) throw new Fault('not_found');
  if (upload.attachment_id !== null) return present(upload);
  assertComplete(upload);
  reserve(upload.byte_size);
  const bytes = joinParts(vault, attachmentPartPurpose, await attachments.listParts(db, id));
  // A concurrent request finished it between the two reads, so its parts are gone.
  if (bytes.length !== upload.byte_size) return getUpload(context, caller, id);
  try {
    const safe = await readCustomerFile(context, { bytes, name: upload.name }, caller.userId);
    // Bytes are sealed and stored before the transaction; the sweep removes files that no row ends up referencing.
    const stored = await files.storeAttachment(safe, completionExtensions);
    return await inTransaction(db, async (trx) => {
      const row = await attachments.lockUpload(trx, caller.userId, id);
      if (!row) throw new Fault('not_found');
      if (row.attachment_id !== null) return present(row);
      const attachment = await files.addAttachment(trx, caller.userId, stored);
      return present(
        await attachments.finishUpload(trx, id, { attachmentId: attachment.id, name: stored.name }),
      );
    });
  } catch (error) {
    if (error instanceof Fault && refusedForGood.has(error.code)) await removeRow(context, caller, id);
    throw error;
  }
}

/** @throws Fault `not_found` */
export async function removeUpload(context: Context, caller: Caller, id: number) {
  if (!(await removeRow(context, caller, id))) throw new Fault('not_found');
  return {};
}

/** Lists the uploads that an order names, each with its paper. @throws FieldFault for too many, or one named twice */
export function namedUploads(body: {
  attachments?: readonly number[] | null | undefined;
  papers?: Readonly<Record<string, readonly number[]>> | null | undefined;
}): attachments.NamedUpload[] {
  const named = [
    ...[...new Set(body.attachments ?? [])].map((id) => ({ id, paper: null })),
    ...Object.entries(body.papers ?? {}).flatMap(([paper, ids]) => ids.map((id) => ({ id, paper }))),
  ];
  if (named.length > maximumAttachments) throw new FieldFault({ attachments: ['too_many'] });
  if (new Set(named.map(({ id }) => id)).size < named.length)
    throw new FieldFault({ attachments: ['invalid'] });
  return named;
}

/** Locks an order's uploads first thing in its transaction, so that no two orders use the same one. @throws Fault `attachment_gone` */
export async function lockForOrder(trx: Trx, ownerId: number, ids: readonly number[]): Promise<void> {
  const unique = [...new Set(ids)];
  if (unique.length === 0) return;
  if ((await attachments.lockReadyUploads(trx, ownerId, unique)) !== unique.length)
    throw new Fault('attachment_gone');
}

async function listFor(context: Context, orderId: number) {
  const rows = await attachments.listOfOrder(context.db, orderId);
  const results = rows.map(
    (row): OrderAttachment => ({
      id: row.id,
      name: row.name,
      media_type: row.media_type,
      byte_size: row.byte_size,
      file: `/file/${row.file_code}/`,
      paper: row.paper,
      created_on: row.created_at.toISOString(),
    }),
  );
  return { results, count: results.length };
}

/** @throws Fault `not_found` */
export async function listOrderAttachments(context: Context, caller: Caller, orderId: number) {
  const order = await queries.findOrder(context.db, orderId);
  if (!order || (order.customer_id !== caller.userId && !isStaff(caller.roles))) throw new Fault('not_found');
  return listFor(context, orderId);
}

/** @throws Fault `not_found`, `order_state_conflict`, `attachment_gone`, `attachments_full` */
export async function attachToOrder(
  context: Context,
  caller: Caller,
  orderId: number,
  ids: readonly number[],
  idempotency: Idempotency | undefined,
) {
  const { db } = context;
  const made = await once(db, caller.userId, idempotency, 200, async (trx) => {
    const order = await queries.lockOrder(trx, orderId);
    if (!order || order.customer_id !== caller.userId) throw new Fault('not_found');
    if (!isOpen(order.status as OrderStatus)) throw new Fault('order_state_conflict');
    await lockForOrder(trx, caller.userId, ids);
    const there = await attachments.listOfOrder(trx, orderId);
    if (there.length + new Set(ids).size > maximumAttachments) throw new Fault('attachments_full');
    await attachments.attachUploads(
      trx,
      orderId,
      ids.map((id) => ({ id, paper: null })),
    );
    const { status } = await getPresented(context, trx, orderId);
    await insertTimeline(trx, { orderId, what: 'attach', status, note: '', actorId: caller.userId });
    await emitOrderUpdate(trx, { id: orderId, customerId: caller.userId, movedBalance: false });
    return { id: orderId };
  });
  return made.with(await listFor(context, orderId));
}

/** Removes uploads that no order used within a day. */
export const removeUnusedUploads = ({ db, files }: Context): Promise<number> =>
  attachments.removeUnused(db, files.removeAttachments);

export function createAttachments(deps: AttachmentsDeps) {
  return bindDeps(openAttachments(deps), {
    start: startUpload,
    get: getUpload,
    addPart,
    finish: finishUpload,
    remove: removeUpload,
    listOf: listOrderAttachments,
    attach: attachToOrder,
    removeUnused: removeUnusedUploads,
  });
}
