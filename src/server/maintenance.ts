// Maintenance jobs for stored data: the sweep of stored files, snapshots of the books, the audit log's seals, anchors and proof, and the state of the
// portal's keys. The audit of the books is in reports/books.service.ts.
import { anchorAuditLog } from './audit-log/anchors.ts';
import { auditSealPurpose, sealAuditLog } from './audit-log/chain.ts';
import { createAuditLogProof } from './audit-log/proof.service.ts';
import { storeSnapshots } from './ledger/ledger.ts';
import type { Job } from './platform/background.ts';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/database/connect.ts';
import { createKeyRegistration } from './platform/installation/key-registration.ts';
import type { Log } from './platform/log.ts';
import { createMonitoredSweep } from './platform/storage/monitored-sweep.ts';
import type { BlobStore } from './platform/storage/storage.ts';
import { type Keys, openAnchorPlaces } from './portal-keys.ts';
import { storedColumns } from './privacy/personal-data.ts';

export interface MaintenanceDeps {
  readonly db: Database;
  readonly blobs: BlobStore;
  readonly keys: Keys;
  readonly config: Config;
  readonly log: Log;
  readonly notifyStaff: (
    kind: 'storage_attention' | 'trail_attention',
    about: { kind: string; id: string },
  ) => Promise<void>;
}

const hourMs = 3_600_000;

export function createMaintenance({ db, blobs, keys, config, log, notifyStaff }: MaintenanceDeps) {
  const sealKey = keys.vault.derive(auditSealPurpose);
  const places = openAnchorPlaces(config, blobs, keys.vault);
  const proof = createAuditLogProof(db, sealKey, places, log, () =>
    notifyStaff('trail_attention', { kind: 'trail', id: 'broken' }),
  );
  const storageSweep = createMonitoredSweep({ db, blobs, storedColumns }, log, (why) =>
    notifyStaff('storage_attention', { kind: 'storage', id: why }),
  );
  const keyRegistration = createKeyRegistration(db, keys.folder, keys.rings);
  let anchoredAt = Number.NEGATIVE_INFINITY;

  /** Anchors the audit log soon after the first seal, then hourly, so that even a portal that never runs for an hour leaves anchors. */
  async function anchorHourly(): Promise<void> {
    if (performance.now() - anchoredAt < hourMs) return;
    if (await anchorAuditLog(db, places)) anchoredAt = performance.now();
  }

  /** Seals and anchors at a stop, so that events right before it cannot be removed unnoticed either. */
  async function sealAtStop(): Promise<void> {
    try {
      await sealAuditLog(db, sealKey);
      await anchorAuditLog(db, places);
    } catch (error) {
      const { name: kind, code } = error as Error & { code?: string };
      log.warn({ kind, code }, 'the trail was not sealed at the stop');
    }
  }

  return {
    sweepStorage: storageSweep.sweep,
    sealAuditLog: () => sealAuditLog(db, sealKey),
    anchorAuditLog: () => anchorAuditLog(db, places),
    proveAuditLog: proof.proveNightly,
    gauges: [...storageSweep.gauges, ...proof.gauges],

    /** Must be the last thing that a portal does to its database. */
    async stop(): Promise<void> {
      await sealAtStop();
      await keyRegistration.deregister();
    },

    /** Must be called before anything is sealed, because it chooses the keys to use. */
    refreshKeys: keyRegistration.refresh,

    jobs: [
      {
        name: 'report held keys',
        everySeconds: 5,
        inEachProcess: true,
        run: () => keyRegistration.refresh(),
      },
      { name: 'snapshot the books', everySeconds: 3_600, run: () => storeSnapshots(db) },
      { name: 'seal the audit log', everySeconds: 60, run: () => sealAuditLog(db, sealKey) },
      { name: 'anchor the audit log', everySeconds: 60, run: anchorHourly },
      {
        name: 'prove the audit log',
        everySeconds: 600,
        run: () => proof.proveNightly(),
      },
      {
        name: 'sweep the storage',
        everySeconds: 6 * 3_600,
        run: () => storageSweep.sweep(),
        first: 'after a whole interval',
      },
    ] satisfies Job[],
  };
}
