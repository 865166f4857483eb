// The nightly proof of the audit log: stores the result, exports metrics, and notifies staff of mismatches.

import { createComputedGauge, toUnixSeconds } from '../platform/computed-gauge.ts';
import type { Database } from '../platform/database/connect.ts';
import type { Log } from '../platform/log.ts';
import type { AnchorPlaces } from './anchors.ts';
import * as queries from './chain.queries.ts';
import { proveAuditLog } from './chain.ts';

/** @param notifyStaff notifies staff that the audit log was tampered with */
export function createAuditLogProof(
  db: Database,
  sealKey: Buffer,
  places: AnchorPlaces,
  log: Log,
  notifyStaff: () => Promise<void>,
) {
  return {
    /** Runs once a day after 3 a.m. Dhaka time, in one process. */
    async proveNightly(): Promise<void> {
      const day = await queries.beginProof(db);
      if (day === undefined) return;
      const { broken, sealedRows, missingIds } = await proveAuditLog(db, sealKey, places);
      await queries.finishProof(db, day, broken.length);
      if (broken.length === 0) log.info({ sealedRows, missingIds }, 'the trail is whole');
      else {
        log.fatal(
          { broken: broken.length, first: broken[0]!.why, from: broken[0]!.firstId },
          'THE TRAIL WAS TOUCHED: run npm run audit:trail, and see docs/operations.md',
        );
        await notifyStaff();
      }
    },

    gauges: [
      createComputedGauge(
        'trail_broken_stretches',
        'What the last nightly proof of the trail found not to fit; anything above 0 is an alarm',
        async () => (await queries.findLastProof(db))?.broken ?? 0,
      ),
      createComputedGauge(
        'trail_proved_timestamp_seconds',
        'When the last nightly proof of the trail was finished; an alarm when it is older than two days',
        async () => toUnixSeconds((await queries.findLastProof(db))?.finished_at),
      ),
    ],
  };
}
