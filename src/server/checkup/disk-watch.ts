// Notifies owners before a disk is full: once when space is low, once more when it is critical, and again only after it has recovered.
import { hostname } from 'node:os';
import type { Notices } from '../notices/notices.service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import { createRateLimiter } from '../platform/rate-limit/rate-limit.ts';
import { type MeasureSpace, measureSpace } from '../platform/storage/disk-space.ts';
import type { Vault } from '../platform/vault.ts';
import {
  type FreeSpace,
  hasRecovered,
  inGigabytes,
  isCritical,
  isLow,
  readBackupSpace,
  readDataSpace,
} from './free-space.ts';

export interface DiskWatchDeps {
  readonly config: Config;
  readonly db: Database;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly notices: Pick<Notices, 'notifyStaff' | 'recall'>;
  readonly measure?: MeasureSpace;
}

type DiskNotice = 'storage_attention' | 'backup_attention';
const stages = ['low', 'critical'] as const;
type Stage = (typeof stages)[number];
const about = (stage: Stage) => ({ kind: 'disk', id: stage });

/** As long as notices are kept after they were read. */
const oncePerEpisode = [{ tries: 1, seconds: 90 * 86_400 }];

/** The limit is taken in the notice's transaction, so that no process repeats the notice, and a failed one doesn't count. */
async function notifyOrRecall(
  { db, vault, notices }: DiskWatchDeps,
  kind: DiskNotice,
  where: string,
  room: FreeSpace,
): Promise<void> {
  if (!isLow(room) && !hasRecovered(room)) return;
  await inTransaction(db, async (trx) => {
    const limiter = createRateLimiter(trx, vault);
    const told = (stage: Stage) => ({ purpose: `room ${kind}`, key: `${where} ${stage}` });
    const isNew = (stage: Stage) => limiter.mayTake({ ...told(stage), limit: oncePerEpisode });
    if (isLow(room)) {
      const isFirst = await isNew('low');
      const isWorse = isCritical(room) && (await isNew('critical'));
      if (isFirst || isWorse)
        await notices.notifyStaff(trx, kind, about(isWorse ? 'critical' : 'low'), {
          free: inGigabytes(room.free),
        });
      return;
    }
    for (const stage of stages)
      if (await limiter.forget(told(stage))) await notices.recall(trx, kind, about(stage));
  });
}

/** Each machine has its own data disk; the backup disk is shared by all. If both are the same disk, owners are notified once. */
export async function watchDisks(deps: DiskWatchDeps): Promise<void> {
  const { config, clock, measure = measureSpace } = deps;
  const data = await readDataSpace(config, measure);
  await notifyOrRecall(deps, 'storage_attention', hostname(), data);
  const backups = await readBackupSpace(config, measure, clock.now());
  if (backups && !(isLow(data) && backups.disk === data.disk))
    await notifyOrRecall(deps, 'backup_attention', '', backups);
}
