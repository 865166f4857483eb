// Reconciles a provider's settlement report with our payments: what matches, what only one side has, and how staff resolved it.
import { createHash, randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { toVisibleLine } from '#contract/clean-text.ts';
import { maskNumbersIn } from '#contract/mask.ts';
import { formatDecimal } from '#contract/money.ts';
import type { SettlementFile, SettlementItem, SettlementMatch } from '#contract/payments/operation-calls.ts';
import { readReference } from '#contract/wallet/ways.ts';
import { recordEvent } from '../audit-log/record-event.ts';
import { bindDeps } from '../platform/bind-deps.ts';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import { Fault } from '../platform/fault.ts';
import type { Caller, RequestOrigin } from '../platform/request/caller.ts';
import type { Idempotency } from '../platform/request/idempotency.ts';
import { once } from '../platform/request/idempotency.ts';
import type { UploadedFile } from '../platform/request/upload.ts';
import { isUuid } from '../platform/request/uuid.ts';
import { findPayment } from './payments.queries.ts';
import { exportSettlement } from './payments-export.ts';
import * as queries from './reconciliation.queries.ts';
import type { Settlement } from './settlement.ts';
import { readSettlement } from './settlement-csv.ts';

function presentFile(row: queries.NamedFile): SettlementFile {
  return {
    id: row.id,
    provider: row.provider,
    name: row.name,
    uploaded_by: { id: row.uploaded_by, name: row.uploader },
    uploaded_at: row.uploaded_at.toISOString(),
    first_at: row.first_at.toISOString(),
    last_at: row.last_at.toISOString(),
    lines: row.line_count,
    total: formatDecimal(row.total_paisa),
    matched: row.matched,
    ours_only: row.ours_only,
    theirs_only: row.theirs_only,
    differing: row.differing,
    open: row.open,
  };
}

function presentItem(row: queries.ItemRow): SettlementItem {
  return {
    position: row.position,
    line: row.line,
    match: row.match as SettlementMatch,
    payment: row.payment_id,
    transaction_id: row.transaction_id,
    invoice: row.invoice,
    theirs: row.their_paisa === null ? null : formatDecimal(row.their_paisa),
    ours: row.our_paisa === null ? null : formatDecimal(row.our_paisa),
    currency: row.currency,
    happened_at: row.happened_at?.toISOString() ?? null,
    difference: row.difference,
    resolution: row.resolution as SettlementItem['resolution'],
    note: row.note,
    resolved_by: row.resolved_by === null ? null : { id: row.resolved_by, name: row.resolver },
    resolved_at: row.resolved_at?.toISOString() ?? null,
  };
}

export type Reconciliation = ReturnType<typeof createReconciliation>;

export interface ReconciliationDeps {
  readonly db: Database;
  readonly reading: Database;
  readonly settlement: Settlement;
}

async function getFile(deps: ReconciliationDeps, id: string): Promise<SettlementFile> {
  const { db } = deps;
  if (!isUuid(id)) throw new Fault('not_found');
  const { rows } = await queries.listFiles(db, { id, provider: undefined, page: 1, pageSize: 1 });
  if (!rows[0]) throw new Fault('not_found');
  return presentFile(rows[0]);
}

async function getItem(deps: ReconciliationDeps, fileId: string, position: number): Promise<queries.ItemRow> {
  const { db } = deps;
  const [item] = isUuid(fileId)
    ? await queries.listItems(db, {
        fileId,
        position,
        match: 'all',
        isOpen: false,
        page: 1,
        pageSize: 1,
      })
    : [];
  if (!item) throw new Fault('not_found');
  return item;
}

export async function listSettlementFiles(
  deps: ReconciliationDeps,
  filter: { provider: string | undefined; page: number; pageSize: number },
) {
  const { db } = deps;
  const { rows, count } = await queries.listFiles(db, filter);
  return { results: rows.map(presentFile), count };
}

/** @throws Fault `not_found` */
export async function listSettlementLines(
  deps: ReconciliationDeps,
  id: string,
  filter: { match: SettlementMatch | 'all'; isOpen: boolean; page: number; pageSize: number },
) {
  const { db } = deps;
  const file = await getFile(deps, id);
  const list = (page: number) => queries.listItems(db, { fileId: id, ...filter, page });
  const rows = await list(filter.page);
  // A page past the last one has no row that carries the total.
  const [first = rows[0]] = rows.length === 0 && filter.page > 1 ? await list(1) : [];
  return { file, results: rows.map(presentItem), count: first?.total ?? 0 };
}

/** Exports the items that match a filter as a table; recorded in the audit log. @throws Fault `not_found` */
export async function exportSettlementTable(
  deps: ReconciliationDeps,
  caller: Caller,
  id: string,
  filter: { match: SettlementMatch | 'all'; isOpen: boolean },
  { ip, language }: RequestOrigin,
): Promise<Readable> {
  const { db, reading } = deps;
  await getFile(deps, id);
  await recordEvent(db, {
    kind: 'settlement.exported',
    actorId: caller.userId,
    object: { kind: 'settlement', id },
    ip,
  });
  return exportSettlement(reading, { fileId: id, ...filter }, language);
}

/** Stores a report with its matches. @throws Fault `unknown_provider`, `file_missing`, and those of `readSettlement` */
export async function uploadSettlementFile(
  deps: ReconciliationDeps,
  caller: Caller,
  provider: string,
  file: UploadedFile | undefined,
  idempotency: Idempotency | undefined,
): Promise<SettlementFile> {
  const { settlement, db } = deps;
  settlement.getProvider(provider);
  if (!file || file.bytes.length === 0) throw new Fault('file_missing');
  const lines = readSettlement(file.bytes);
  const times = lines.map(({ happenedAt }) => happenedAt.getTime());
  const result = await once(db, caller.userId, idempotency, 201, async (trx) => {
    const id = randomUUID();
    const isNew = await queries.insertFile(trx, {
      id,
      provider,
      name: toVisibleLine(file.name.slice(0, 200)),
      sha256: createHash('sha256').update(file.bytes).digest(),
      uploadedBy: caller.userId,
      firstAt: new Date(times.reduce((a, b) => Math.min(a, b))),
      lastAt: new Date(times.reduce((a, b) => Math.max(a, b))),
      lineCount: lines.length,
      totalPaisa: lines.reduce((sum, { amountPaisa }) => sum + amountPaisa, 0n),
    });
    if (!isNew) throw new Fault('settlement_known');
    await queries.insertLines(trx, id, provider, lines);
    await queries.insertOursOnly(trx, id);
    await queries.closeFound(trx, id);
    await recordEvent(trx, {
      kind: 'settlement.uploaded',
      actorId: caller.userId,
      object: { kind: 'settlement', id },
      details: { provider, lines: lines.length },
    });
    return { id };
  });
  return getFile(deps, result.body.id);
}

/** @throws Fault `not_found`, `already_decided`, `settlement_no_payment`, `settlement_still_open` */
export async function resolveSettlementLine(
  deps: ReconciliationDeps,
  caller: Caller,
  fileId: string,
  position: number,
  { action, note }: { action: 'settle' | 'explain'; note: string },
): Promise<SettlementItem> {
  const { db, settlement } = deps;
  const item = await getItem(deps, fileId, position);
  if (item.match === 'matched' || item.resolution !== '') throw new Fault('already_decided');
  if (action === 'settle') {
    const { provider } = await getFile(deps, fileId);
    const payment = await findPayment(db, item.payment_id ?? item.invoice);
    // A report may name the invoice of a payment through another provider.
    if (payment?.provider !== provider) throw new Fault('settlement_no_payment');
    const settled = await settlement.settle(payment);
    const ours = settled.credited_paisa ?? settled.amount_paisa;
    const fits =
      settled.state === 'completed' &&
      readReference(settled.transaction_id ?? '') === readReference(item.transaction_id) &&
      (item.their_paisa === null || item.their_paisa === ours);
    if (!fits) throw new Fault('settlement_still_open');
  }
  await inTransaction(db, async (trx) => {
    const resolution = action === 'settle' ? 'settled' : 'explained';
    if (!(await queries.resolveItem(trx, fileId, position, resolution, note, caller.userId)))
      throw new Fault('already_decided');
    await recordEvent(trx, {
      kind: 'settlement.resolved',
      actorId: caller.userId,
      object: { kind: 'settlement', id: fileId },
      reason: maskNumbersIn(note),
      details: { action, position, amount: formatDecimal(item.their_paisa ?? item.our_paisa ?? 0n) },
    });
  });
  return presentItem(await getItem(deps, fileId, position));
}

export function createReconciliation(deps: ReconciliationDeps) {
  return bindDeps(deps, {
    list: listSettlementFiles,
    items: listSettlementLines,
    exportTable: exportSettlementTable,
    upload: uploadSettlementFile,
    resolve: resolveSettlementLine,
  });
}
