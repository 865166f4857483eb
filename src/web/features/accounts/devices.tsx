// Where this account is signed in. Other devices can be signed out, one by one or all at once.
import { useQuery } from '@tanstack/react-query';
import { Laptop, LogOut, Smartphone } from 'lucide-react';
import { useState } from 'react';
import type { Session } from '#contract/accounts/security-calls.ts';
import { call } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { retryableErrorMessage } from '../../lib/api/unknown-outcome.ts';
import { useMutation } from '../../lib/api/use-mutation.ts';
import { useFormat } from '../../lib/format.ts';
import { notify } from '../../lib/notify.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { SkeletonRows } from '../../ui/states.tsx';
import { Badge, Card } from '../../ui/surface.tsx';
import { sessionsQuery } from './queries.ts';
import { useAccountsText } from './text.ts';

export function Devices() {
  const { devices: text } = useAccountsText();
  const [ending, setEnding] = useState<Session | 'others'>();
  const { data, isPending, isError, refetch } = useQuery(sessionsQuery());
  const end = useMutation({
    mutationFn: (id: string) =>
      call('DELETE /account/sessions/:id/', { params: { id } }).catch((error) => {
        // It has already ended, by an earlier press or because it expired.
        if (error instanceof ApiError && error.status === 404) return { message: text.ended };
        throw error;
      }),
    onSuccess: (answer) => notify.success(answer.message || text.ended),
    onError: (error) => notify.error(retryableErrorMessage(error, text.endFailed)),
    onSettled: () => setEnding(undefined),
  });
  const others = data?.filter((session) => !session.is_current) ?? [];
  return (
    <Card
      title={text.title}
      description={text.hint}
      className="max-w-3xl"
      aside={
        others.length > 0 ? (
          <Button variant="dangerQuiet" size="small" onClick={() => setEnding('others')}>
            {text.endOthers}
          </Button>
        ) : null
      }
    >
      {isError ? (
        <ErrorState title={text.failed} onRetry={() => void refetch()} />
      ) : isPending ? (
        <SkeletonRows rows={3} />
      ) : (
        <ul className="divide-y divide-line">
          {[...data]
            .sort((one, other) => Number(other.is_current) - Number(one.is_current))
            .map((session) => (
              <Device key={session.id} session={session} onEnd={() => setEnding(session)} />
            ))}
        </ul>
      )}
      {data && others.length === 0 ? <p className="pt-3 text-muted">{text.onlyThis}</p> : null}
      <ConfirmDialog
        open={ending !== undefined}
        onClose={() => setEnding(undefined)}
        onConfirm={() => {
          if (ending) end.mutate(ending === 'others' ? 'others' : ending.id);
        }}
        busy={end.isPending}
        danger
        title={ending === 'others' ? text.endOthersTitle : text.endTitle}
        description={
          ending === 'others' || !ending ? text.endOthersText : text.endText(ending.device || text.unknown)
        }
        confirmLabel={text.end}
      />
    </Card>
  );
}

function Device({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { devices: text } = useAccountsText();
  const format = useFormat();
  const device = session.device || text.unknown;
  const Icon = /Android|iOS/.test(device) ? Smartphone : Laptop;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-4">
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-sunken text-muted">
        <Icon className="size-5" aria-hidden="true" />
      </span>
      <div className="min-w-0 grow basis-56">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{device}</span>
          {session.is_current ? <Badge tone="good">{text.current}</Badge> : null}
          {session.remembered ? <Badge>{text.remembered}</Badge> : null}
        </p>
        <p className="text-sm text-muted">
          {text.lastSeen}: {format.dateTime(session.last_seen)}
        </p>
        <p className="text-sm text-muted">
          {text.since}: {format.dateTime(session.created_at)}
        </p>
        <p className="text-sm text-muted">
          {text.until}: {format.dateTime(session.expires_at)}
        </p>
        <p className="text-sm text-muted">
          {text.network}: {text.networks[session.network.kind]}
          {session.network.part === '' ? null : (
            <span className="whitespace-nowrap"> · {format.digits(session.network.part)}</span>
          )}
        </p>
      </div>
      {session.is_current ? null : (
        <Button variant="quiet" size="small" aria-label={text.endFor(device)} onClick={onEnd}>
          <LogOut className="size-4" aria-hidden="true" />
          {text.end}
        </Button>
      )}
    </li>
  );
}
