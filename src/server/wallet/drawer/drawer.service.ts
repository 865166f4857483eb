// Cash drawers: what should be in one, and what was counted. A count is a record about the ledger's cash movements and moves no money itself.
import type { Readable } from 'node:stream';
import { hasRight, isStaff } from '#contract/access.ts';
import type { Language } from '#contract/language.ts';
import { maskNumbersIn } from '#contract/mask.ts';
import { formatDecimal } from '#contract/money.ts';
import type { CashCount, Drawer, DrawerMovement } from '#contract/wallet/drawer-calls.ts';
import { type DrawerMove, type Notes, type RemovedPlace, sumOfNotes } from '#contract/wallet/drawer-rules.ts';
import { movementNumber } from '#contract/wallet/movement-number.ts';
import { findUserById } from '../../accounts/accounts.queries.ts';
import { loadStaffNames, type NameOf } from '../../accounts/staff-names.queries.ts';
import { recordEvent } from '../../audit-log/record-event.ts';
import { bindDeps } from '../../platform/bind-deps.ts';
import { type Database, inSnapshot, type Reader } from '../../platform/database/connect.ts';
import { Fault, FieldFault } from '../../platform/fault.ts';
import type { Caller, RequestOrigin } from '../../platform/request/caller.ts';
import { type Idempotency, once } from '../../platform/request/idempotency.ts';
import { exportCounts } from './counts-export.ts';
import * as queries from './drawer.queries.ts';

export interface DrawerDeps {
  readonly db: Database;
  /** May be a replica. */
  readonly reading: Database;
}

export type Drawers = ReturnType<typeof createDrawers>;

/** Admits callers to their own drawer, and those who may read reports to any. @returns the owner's id @throws Fault `not_allowed` */
function admitDrawer(caller: Caller, userId = caller.userId): number {
  if (userId !== caller.userId && !hasRight(caller.roles, 'reports.read')) throw new Fault('not_allowed');
  return userId;
}

const presentCount = (row: queries.CountRow, nameOf: NameOf): CashCount => ({
  id: row.id,
  number: row.number,
  staff: { id: row.user_id, name: nameOf(row.user_id) },
  counted_by: { id: row.counted_by, name: nameOf(row.counted_by) },
  counted_at: row.counted_at.toISOString(),
  opening: formatDecimal(row.opening_paisa),
  taken: formatDecimal(row.taken_paisa),
  paid: formatDecimal(row.paid_paisa),
  waiting_before: formatDecimal(row.waiting_before_paisa),
  waiting: formatDecimal(row.waiting_paisa),
  expected: formatDecimal(row.expected_paisa),
  counted: formatDecimal(row.counted_paisa),
  difference: formatDecimal(row.difference_paisa),
  notes: row.notes,
  reason: row.reason,
  removed: formatDecimal(row.removed_paisa),
  removed_to: row.removed_to === '' ? null : (row.removed_to as RemovedPlace),
  kept: formatDecimal(row.kept_paisa),
});

const expectedOf = ({ opening, waiting_before, taken, paid, waiting }: queries.OpenDrawer): bigint =>
  opening - waiting_before + taken - paid + waiting;

/** Version of an open drawer; it changes with every movement, and a count must be based on the current one. */
const stateOf = (open: queries.OpenDrawer): string =>
  [open.last_number, open.ids.length, open.taken, open.paid, open.waiting].join(':');

/** @throws Fault `not_found` */
async function presentDrawer(reader: Reader, userId: number): Promise<Drawer> {
  const open = await queries.readOpenDrawer(reader, userId);
  const last = await queries.findLastCount(reader, userId);
  const nameOf = await loadStaffNames(reader, [userId, last?.counted_by ?? null]);
  // People whose account was erased are still found, because their cash must be counted too.
  if (nameOf(userId) === '') throw new Fault('not_found');
  const { opening, taken, paid, waiting_before, waiting, corrected } = open;
  return {
    staff: { id: userId, name: nameOf(userId) },
    state: stateOf(open),
    last: last ? presentCount(last, nameOf) : null,
    since: open.since?.toISOString() ?? null,
    opening: formatDecimal(opening),
    taken: formatDecimal(taken),
    paid: formatDecimal(paid),
    waiting_before: formatDecimal(waiting_before),
    waiting: formatDecimal(waiting),
    expected: formatDecimal(expectedOf(open)),
    movements: open.ids.length,
    corrected: formatDecimal(corrected),
  };
}

/** Reads from the primary, because whoever counts has just taken cash. */
export async function readDrawer({ db }: DrawerDeps, caller: Caller, userId: number | undefined) {
  const drawerOf = admitDrawer(caller, userId);
  return inSnapshot(db, (trx) => presentDrawer(trx, drawerOf));
}

export async function listDrawers({ reading }: DrawerDeps): Promise<{ results: Drawer[] }> {
  const results: Drawer[] = [];
  for (const id of await queries.listDrawerIds(reading))
    results.push(await inSnapshot(reading, (trx) => presentDrawer(trx, id)));
  return { results };
}

const moveOf = ({ kind, reversed_kind: back }: queries.DrawerMovementRow): DrawerMove =>
  back === null ? (kind === 'recharge' ? 'taken' : 'paid') : back === 'recharge' ? 'taken_back' : 'paid_back';

/** @throws Fault `not_allowed`, `not_found` */
export async function readDrawerMovements(
  { db }: DrawerDeps,
  caller: Caller,
  {
    user,
    count: countId,
    ...page
  }: { user?: number | undefined; count?: number | undefined; page: number; page_size: number },
): Promise<{ results: DrawerMovement[]; count: number }> {
  const of = countId === undefined ? { userId: admitDrawer(caller, user) } : { countId };
  if (countId !== undefined) await getCount(db, caller, countId);
  const { rows, count } = await queries.listDrawerMovements(db, of, {
    page: page.page,
    pageSize: page.page_size,
  });
  return {
    count,
    results: rows.map((row) => ({
      id: row.id,
      move: moveOf(row),
      amount: formatDecimal(row.paisa),
      user: { id: row.user_id, first_name: row.first_name, last_name: row.last_name, username: row.username },
      movement_number: movementNumber(row.user_id, row.wallet_version),
      reference: row.reference,
      note: row.reason,
      counted_before: row.counted_before,
      created_at: row.created_at.toISOString(),
    })),
  };
}

async function getCount(reader: Reader, caller: Caller, id: number): Promise<queries.CountRow> {
  const [row] = await queries.listCounts(reader, { id }, { page: 1, pageSize: 1 });
  // To callers who may not read it, someone else's count doesn't exist.
  if (!row || (row.user_id !== caller.userId && !hasRight(caller.roles, 'reports.read')))
    throw new Fault('not_found');
  return row;
}

/** @throws Fault `not_found` */
export async function readCount({ db }: DrawerDeps, caller: Caller, id: number): Promise<CashCount> {
  const row = await getCount(db, caller, id);
  return presentCount(row, await loadStaffNames(db, [row.user_id, row.counted_by]));
}

interface Chosen {
  readonly user?: number | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly different?: '1' | undefined;
}

/** Builds the filter: all drawers for callers who may read reports, otherwise their own. @throws Fault `not_allowed`, FieldFault */
function chooseCounts(caller: Caller, { user, from, to, different }: Chosen) {
  if (from !== undefined && to !== undefined && from > to) throw new FieldFault({ to: ['date_order'] });
  const isOfAll = user === undefined && hasRight(caller.roles, 'reports.read');
  const userId = isOfAll ? undefined : admitDrawer(caller, user);
  return { userId, from, to, isDifferent: different !== undefined };
}

async function presentCounts(reader: Reader, rows: readonly queries.CountRow[]): Promise<CashCount[]> {
  const nameOf = await loadStaffNames(
    reader,
    rows.flatMap((row) => [row.user_id, row.counted_by]),
  );
  return rows.map((row) => presentCount(row, nameOf));
}

export async function listCashCounts(
  { db }: DrawerDeps,
  caller: Caller,
  { page, page_size: pageSize, ...chosen }: Chosen & { page: number; page_size: number },
) {
  const filter = chooseCounts(caller, chosen);
  const { rows, count, over, short } = await inSnapshot(db, async (trx) => ({
    ...(await queries.sumCounts(trx, filter)),
    rows: await queries.listCounts(trx, filter, { page, pageSize }),
  }));
  const results = await presentCounts(db, rows);
  return { results, count, over: formatDecimal(over), short: formatDecimal(short) };
}

/** Exports all counts that match as a table; recorded in the audit log. */
export async function exportCashCounts(
  { db, reading }: DrawerDeps,
  caller: Caller,
  chosen: Chosen,
  { ip, language }: RequestOrigin,
): Promise<Readable> {
  const filter = chooseCounts(caller, chosen);
  await recordEvent(db, { kind: 'drawer.exported', actorId: caller.userId, ip });
  return exportCounts(
    async (last, pageSize) =>
      presentCounts(
        reading,
        await queries.listCounts(reading, { ...filter, beforeId: last?.id }, { page: 1, pageSize }),
      ),
    language as Language,
  );
}

interface Counting {
  readonly user?: number | undefined;
  readonly state: string;
  readonly counted?: bigint | undefined;
  readonly notes?: Notes | undefined;
  readonly reason?: string | undefined;
  readonly removed?: bigint | undefined;
  readonly removed_to?: RemovedPlace | undefined;
}

/** @throws FieldFault */
function readCounted(
  { counted, notes, removed = 0n, removed_to: removedTo, reason = '' }: Counting,
  expected: bigint,
) {
  const countedPaisa = notes === undefined ? counted : sumOfNotes(notes);
  if (countedPaisa === undefined || (counted !== undefined && counted !== countedPaisa))
    throw new FieldFault({ counted: [countedPaisa === undefined ? 'required' : 'invalid'] });
  if (countedPaisa !== expected && reason === '') throw new FieldFault({ reason: ['why_required'] });
  if (removed > countedPaisa) throw new FieldFault({ removed: ['amount_too_large'] });
  if (removed > 0n && removedTo === undefined) throw new FieldFault({ removed_to: ['required'] });
  // A reason is dropped if there is no difference, because it would read as if there were one.
  return {
    countedPaisa,
    removedPaisa: removed,
    removedTo: removed > 0n ? removedTo : undefined,
    reason: countedPaisa === expected ? '' : maskNumbersIn(reason),
  };
}

/**
 * Stores a count. If cash is posted during the count, it is refused: the drawer has changed, and it is unknown whether the cash was counted or
 * not.
 * @throws Fault `drawer_changed`, `not_allowed`, `not_found`, FieldFault
 */
export const countDrawer = (
  { db }: DrawerDeps,
  caller: Caller,
  counting: Counting,
  idempotency: Idempotency | undefined,
) =>
  once(db, caller.userId, idempotency, 201, async (trx) => {
    const userId = admitDrawer(caller, counting.user);
    if (userId !== caller.userId && !hasRight(caller.roles, 'wallets.move')) throw new Fault('not_allowed');
    const open = await queries.readOpenDrawer(trx, userId);
    const isDrawer = open.ids.length > 0 || open.last_number > 0;
    if (!isDrawer && !isStaff((await findUserById(trx, userId))?.roles ?? [])) throw new Fault('not_found');
    if (counting.state !== stateOf(open)) throw new Fault('drawer_changed');
    const counted = readCounted(counting, expectedOf(open));
    const id = await queries.insertCount(trx, {
      ...open,
      ...counted,
      ...{ userId, number: open.last_number + 1, countedBy: caller.userId, notes: counting.notes },
    });
    if (id === undefined) throw new Fault('drawer_changed');
    await recordEvent(trx, {
      kind: 'drawer.counted',
      actorId: caller.userId,
      subjectId: userId,
      object: { kind: 'cash_count', id },
      reason: counted.reason,
      details: {
        counted: formatDecimal(counted.countedPaisa),
        difference: formatDecimal(counted.countedPaisa - expectedOf(open)),
        removed: formatDecimal(counted.removedPaisa),
      },
    });
    return { id };
  });

export function createDrawers(deps: DrawerDeps) {
  return bindDeps(deps, {
    read: readDrawer,
    list: listDrawers,
    movements: readDrawerMovements,
    count: countDrawer,
    counts: listCashCounts,
    readCount,
    exportTable: exportCashCounts,
  });
}
