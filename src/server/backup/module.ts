// Wires up backups: the nightly backup, the log in between, the nightly proof, and the reports to owners and monitoring.

import { createComputedGauge } from '../platform/computed-gauge.ts';
import type { Base, Module } from '../platform/module.ts';
import { backupRoutes } from './backup.routes.ts';
import { type BackupsDeps, createBackups } from './backups.service.ts';

export function openBackup(base: Base, deps: Pick<BackupsDeps, 'notifyOwners'>) {
  const { clock } = base;
  const backups = createBackups({ ...base, ...deps });
  return {
    backups,
    routes: (binder) => backupRoutes(binder, backups),
    metrics: [
      createComputedGauge('backup_expected', '1: backups are set up', () => (backups.isExpected ? 1 : 0)),
      createComputedGauge(
        'backup_age_seconds',
        'Age of the newest whole backup; an alarm above 26 hours, and when it is missing although backups are set up',
        () => {
          const newest = backups.lastSeen()?.newest;
          return newest && Math.round((clock.now().getTime() - newest.at.getTime()) / 1000);
        },
      ),
      createComputedGauge(
        'backup_proof_ok',
        '1: the newest backup was restored and proven; 0: its proof failed, an alarm',
        () => {
          const proof = backups.lastSeen()?.proof;
          return proof && (proof.faults.length === 0 ? 1 : 0);
        },
      ),
    ],
    jobs: [
      { name: 'back up', everySeconds: 600, run: backups.backUp },
      { name: 'back up the log', everySeconds: 300, run: backups.shipLog, first: 'after a whole interval' },
      { name: 'prove the backup', everySeconds: 600, run: backups.prove },
    ],
    close: backups.stop,
  } satisfies Module & Record<string, unknown>;
}
