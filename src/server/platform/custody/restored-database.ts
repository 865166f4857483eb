// Transaction numbers belong to a cluster. In a database that was restored into another one, rows may carry numbers that are still to come
// here: new rows would then stand before old sums. They are given the oldest number that there is, and the sums are made anew.
import type pg from 'pg';

const fromTheFuture = `
  select greatest(
    (select max(committed_by) from ledger_transfers),
    (select max(complete_below) from ledger_snapshots),
    (select max(horizon) from ledger_audits),
    (select max(committed_by) from live_events)) >= pg_snapshot_xmax(pg_current_snapshot()) as is_restored`;

/** @param owner of the books. @returns whether the database came from another cluster */
export async function settleRestoredDatabase(owner: pg.Client): Promise<boolean> {
  const { rows } = await owner.query<{ is_restored: boolean | null }>(fromTheFuture);
  if (!rows[0]?.is_restored) return false;
  await owner.query('begin');
  try {
    await owner.query('lock table ledger_transfers, ledger_snapshots, live_events in exclusive mode');
    await owner.query('delete from ledger_snapshots');
    await owner.query('delete from live_events');
    // The next audit of the books is a whole one.
    await owner.query('update ledger_audits set horizon = null');
    // 3 is the first number that a transaction can have, so it is below every horizon.
    await owner.query(`update ledger_transfers set committed_by = '3' where committed_by <> '3'`);
    await owner.query('commit');
  } catch (error) {
    await owner.query('rollback');
    throw error;
  }
  return true;
}
