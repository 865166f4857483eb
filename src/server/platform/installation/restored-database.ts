// Transaction numbers belong to a cluster. After a restore into another cluster, rows may carry numbers that the new cluster has not reached yet, so
// new rows would sort before old sums. Such rows get the lowest possible number, and the sums are rebuilt.
import type pg from 'pg';

const fromTheFuture = `
  select greatest(
    (select max(committed_by) from ledger_transfers),
    (select max(complete_below) from ledger_snapshots),
    (select max(horizon) from ledger_audits),
    (select max(committed_by) from live_events)) >= pg_snapshot_xmax(pg_current_snapshot()) as is_restored`;

/** @param owner connection of the schema's owner. @returns whether the database came from another cluster */
export async function resetTransactionNumbers(owner: pg.Client): Promise<boolean> {
  const { rows } = await owner.query<{ is_restored: boolean | null }>(fromTheFuture);
  if (!rows[0]?.is_restored) return false;
  await owner.query('begin');
  try {
    await owner.query('lock table ledger_transfers, ledger_snapshots, live_events in exclusive mode');
    await owner.query('delete from ledger_snapshots');
    await owner.query('delete from live_events');
    // The next audit of the books starts from the beginning.
    await owner.query('update ledger_audits set horizon = null');
    // 3 is the lowest number of a transaction, so it is below every horizon.
    await owner.query(`update ledger_transfers set committed_by = '3' where committed_by <> '3'`);
    await owner.query('commit');
  } catch (error) {
    await owner.query('rollback');
    throw error;
  }
  return true;
}
