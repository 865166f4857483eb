// The status light of the backups: green while the newest is recent and verified, red if the shop could not be restored.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { DatabaseBackup, Hourglass, ShieldAlert, ShieldQuestion } from 'lucide-react';
import { hasRight } from '#contract/access.ts';
import type { Backup } from '#contract/backup/calls.ts';
import { call } from '../../lib/api/api.ts';
import { errorMessage, isUnreachable } from '../../lib/api/api-error.ts';
import { useMutation } from '../../lib/api/use-mutation.ts';
import { useFormat } from '../../lib/format.ts';
import { notify } from '../../lib/notify.ts';
import { useUser } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Card } from '../../ui/surface.tsx';
import { backupQuery } from './queries.ts';
import { useSettingsText } from './text.ts';

const good = { icon: DatabaseBackup, className: 'border-good bg-good-soft', colour: 'text-good' };
const waiting = { icon: Hourglass, className: 'border-line-strong bg-sunken', colour: 'text-muted' };
const bad = { icon: ShieldAlert, className: 'border-bad bg-bad-soft', colour: 'text-bad' };

const stateStyles = {
  well: good,
  unproven: waiting,
  off: { ...bad, icon: ShieldQuestion },
  none: bad,
  old: bad,
  failed: bad,
  unreachable: bad,
} as const satisfies Record<Backup['state'], unknown>;

export function BackupCard() {
  const { backup: text } = useSettingsText();
  const { roles } = useUser();
  const client = useQueryClient();
  const { data, isPending, isError, refetch } = useQuery(backupQuery());
  const start = useMutation({
    mutationFn: () => call('POST /account/backup/'),
    onSuccess(backup) {
      client.setQueryData(backupQuery().queryKey, backup);
      notify.success(text.started);
    },
    onError(error) {
      // It may have started anyway: the light shows it as soon as the network is back.
      void refetch();
      notify.error(isUnreachable(error) ? text.startUnknown : errorMessage(error, text.startFailed));
    },
  });
  const mayStart = hasRight(roles, 'settings.manage') && data && data.state !== 'off';
  return (
    <Card
      title={text.title}
      aside={
        mayStart ? (
          <Button
            variant="quiet"
            size="small"
            busy={start.isPending || data.is_running}
            onClick={() => start.mutate()}
          >
            {text.now}
          </Button>
        ) : undefined
      }
    >
      {isError ? (
        <ErrorState title={text.readFailed} onRetry={() => void refetch()} />
      ) : isPending ? (
        <Skeleton className="h-20" />
      ) : (
        <Light backup={data} />
      )}
    </Card>
  );
}

function Light({ backup }: { backup: Backup }) {
  const { backup: text } = useSettingsText();
  const format = useFormat();
  const { icon: Icon, className, colour } = stateStyles[backup.state];
  return (
    <div role="status" className={`flex gap-4 rounded-lg border-2 p-4 ${className}`}>
      <Icon className={`size-10 shrink-0 ${colour}`} strokeWidth={1.6} aria-hidden="true" />
      <div className="min-w-0">
        <p className={`text-lg font-semibold ${colour}`}>{text.states[backup.state]}</p>
        <p>{backup.is_running ? text.running : text.whatToDo[backup.state]}</p>
        {backup.made_at ? (
          <p className="text-sm text-muted">{text.made(format.dateTime(backup.made_at))}</p>
        ) : null}
        {backup.proven_at ? (
          <p className="text-sm text-muted">
            {text.proven(format.dateTime(backup.proven_at), format.count(backup.papers ?? 0))}
          </p>
        ) : null}
      </div>
    </div>
  );
}
