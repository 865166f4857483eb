import { backupEndpoints } from '#contract/backup/calls.ts';
import type { Binder } from '../platform/http/admission.ts';
import { bind } from '../platform/http/bind.ts';
import type { Backups } from './backups.service.ts';

export function backupRoutes(binder: Binder, backups: Backups): void {
  bind(binder, backupEndpoints.backup, () => backups.read());
  bind(binder, backupEndpoints.backUp, ({ caller }) => backups.startNow(caller.userId));
}
