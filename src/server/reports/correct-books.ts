// Corrections of books that don't balance, run from the command line. They may post to frozen accounts, and everything is audited before they are
// visible.
import { recordEvent } from '../audit-log/record-event.ts';
import { type Finding, snapshotRule } from '../ledger/audit.ts';
import * as ledger from '../ledger/ledger.ts';
import { orphanedHoldRule } from '../orders/orders.audit.ts';
import { type Database, inTransaction, type Trx } from '../platform/database/connect.ts';
import { Fault } from '../platform/fault.ts';
import { emitBalance } from '../wallet/balance-event.ts';
import { auditBooks } from './audit-books.ts';
import { bookRules } from './book-rules.ts';
import * as queries from './books.queries.ts';
import { closedDayRules, lockClosedDays, reopenFrom } from './closed-days.queries.ts';

/**
 * Runs `correct`, which may post to frozen accounts, and then a full audit, in one transaction. Accounts with findings are frozen afterwards, all
 * others aren't.
 * @param db connected with the owner's login
 * @throws Fault `audit_running`, and those of `correct`; nothing is changed then
 */
export async function correctBooks<T>(
  db: Database,
  correct: (trx: Trx) => Promise<T>,
): Promise<{ corrected: T; findings: readonly Finding[]; auditId: bigint }> {
  return inTransaction(
    db,
    async (trx) => {
      // Locked before the snapshot is taken: a sum stored meanwhile could derive from a wrong one, unseen by the audit.
      await ledger.lockSnapshots(trx);
      await lockClosedDays(trx);
      if (!(await queries.takeAuditLock(trx))) throw new Fault('audit_running');
      await queries.allowLongReading(trx);
      const reach = { isWhole: true, horizon: await queries.currentHorizon(trx) };
      const id = await queries.beginRequested(trx, null);
      await ledger.thaw(trx);
      const corrected = await correct(trx);
      const { findings, accounts } = await auditBooks(trx);
      await queries.finish(trx, id, bookRules.length, findings, accounts, reach);
      return { corrected, findings, auditId: id };
    },
    'repeatable read',
  );
}

export interface BooksRepair {
  /** Number of accounts whose stored sums were recomputed from the entries. */
  readonly sums: number;
  /** Number of closed days that were reopened, from the first wrong one. */
  readonly days: number;
  /** Number of holds without an order that were released. */
  readonly holds: number;
}

/** Findings that need no judgement, because the right values follow from the entries and orders. */
const dayRules: ReadonlySet<string> = new Set(closedDayRules.map(({ rule }) => rule));
const repairableRules: ReadonlySet<string> = new Set([snapshotRule, orphanedHoldRule.rule, ...dayRules]);

/**
 * Repairs what follows from the entries and orders: wrong sums of accounts and closed days, and holds without an order. If anything else is wrong,
 * nothing is changed, since these may then be traces of it.
 * @param db connected with the owner's login
 * @returns what was repaired; undefined if something else is wrong
 * @throws Fault `audit_running`
 */
export async function repairBooks(db: Database, reason: string): Promise<BooksRepair | undefined> {
  const { findings, auditId } = await correctBooks(db, async () => undefined);
  if (findings.some(({ rule }) => !repairableRules.has(rule))) return undefined;
  const { corrected } = await correctBooks(db, async (trx) => {
    const sums = await ledger.retakeSnapshots(
      trx,
      findings.filter(({ rule }) => rule === snapshotRule).map(({ where }) => where),
    );
    const [firstDay] = findings
      .filter(({ rule }) => dayRules.has(rule))
      .map(({ where }) => where.slice('day:'.length))
      .sort();
    const days = firstDay === undefined ? 0 : await reopenFrom(trx, firstDay);
    const held = await orphanedHoldRule.find(trx);
    for (const { where } of held) {
      const id = where.slice('transfer:'.length);
      const { userId } = (await ledger.findTransfer(trx, id))!;
      await ledger.release(trx, id, { userId, ref: `correction:${id}`, reason });
      await emitBalance(trx, userId);
    }
    const repaired = { sums, days, holds: held.length };
    if (sums + days + held.length > 0)
      await recordEvent(trx, {
        kind: 'books.mended',
        // The audit preserves what was wrong, since a stored sum may be the only trace of a removed movement.
        object: { kind: 'audit', id: auditId.toString() },
        reason,
        details: repaired,
      });
    return repaired;
  });
  return corrected;
}
