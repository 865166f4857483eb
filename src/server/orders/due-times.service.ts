// Usual completion times as measured, and notifications to staff about overdue orders.
import { minOrdersForUsualTime } from '#contract/orders/rules.ts';
import type { UsualTime } from '#contract/orders/tool-calls.ts';
import type { Notices } from '../notices/notices.service.ts';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import { runInBatches } from '../platform/work/run-in-batches.ts';
import * as queries from './due-times.queries.ts';

const cacheMs = 5 * 60_000;
const overdueBatch = 20;

export type DueTimes = ReturnType<typeof createDueTimes>;

export function createDueTimes(db: Database, notices: Pick<Notices, 'notifyStaff'>) {
  let cached: { until: number; times: Promise<UsualTime[]> } | undefined;

  async function readTimes(): Promise<UsualTime[]> {
    const rows = await queries.listUsualTimes(db);
    return rows.map((row) => {
      const isKnown = row.done >= minOrdersForUsualTime && row.seconds !== null;
      return {
        service: row.service_id,
        sub_type: row.sub_type_id,
        hours: isKnown ? row.seconds! / 3_600 : row.working_hours,
        from_orders: isKnown,
      };
    });
  }

  return {
    /** Monthly figures change slowly, so they are cached for five minutes. */
    async usualTimes() {
      if (!cached || cached.until < performance.now()) {
        const times = readTimes();
        cached = { until: performance.now() + cacheMs, times };
        times.catch(() => {
          cached = undefined;
        });
      }
      const results = await cached.times;
      return { results, count: results.length };
    },

    /** Notifies staff once about each overdue order. @returns how many were reported */
    notifyOverdue: () =>
      runInBatches(overdueBatch, () =>
        inTransaction(db, async (trx) => {
          const late = await queries.claimOverdue(trx, overdueBatch);
          for (const { id, service } of late)
            await notices.notifyStaff(trx, 'order_overdue', { kind: 'order', id }, { order: id, service });
          return late.length;
        }),
      ),
  };
}
