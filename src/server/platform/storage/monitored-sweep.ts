// The sweep as the portal runs it: with metrics, and with a notice to staff when it stops itself.

import { createComputedGauge } from '../computed-gauge.ts';
import type { Log } from '../log.ts';
import { createSweep, type SweepDeps, type SweepOptions, type SweepResult } from './storage-sweep.ts';

/** @param notifyStaff called after the sweep has stopped itself */
export function createMonitoredSweep(deps: SweepDeps, log: Log, notifyStaff: (why: string) => Promise<void>) {
  const { sweep, restore } = createSweep(deps);
  let last: SweepResult | undefined;
  const gauge = (name: string, help: string, value: (result: SweepResult) => number) =>
    createComputedGauge(name, help, () => last && value(last));

  return {
    restore,

    async sweep(options?: SweepOptions): Promise<SweepResult> {
      const { held, stored, unnamed, trashed, removed, unknown } = await sweep(options);
      last = { held, stored, unnamed, trashed, removed, unknown };
      const counts = { stored, unnamed, trashed, removed, unknown };
      if (held) {
        log.error({ ...counts, held }, 'the sweep of stored files stopped itself and removed nothing');
        await notifyStaff(held);
      } else if (trashed + removed > 0) log.info(counts, 'stored files were swept');
      return last;
    },

    gauges: [
      gauge('storage_sweep_held', '1: the last sweep of stored files stopped itself; an alarm', ({ held }) =>
        held ? 1 : 0,
      ),
      gauge('storage_unnamed_files', 'Stored files that no row names', ({ unnamed }) => unnamed),
      gauge(
        'storage_unknown_files',
        'Files in the store that this database never stored; the sweep leaves them alone',
        ({ unknown }) => unknown,
      ),
    ],
  };
}
