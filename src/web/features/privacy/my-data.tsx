// The user's own data: an export of everything as one file, and the erasure of the account.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, PackageOpen, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { call } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { isOutcomeUnknown, retryableErrorMessage } from '../../lib/api/unknown-outcome.ts';
import { useMutation } from '../../lib/api/use-mutation.ts';
import { useFormat } from '../../lib/format.ts';
import { navigateTo } from '../../lib/navigation.ts';
import { notify } from '../../lib/notify.ts';
import { clearSession, refreshTokens, useUser } from '../../lib/session.ts';
import { useForm } from '../../lib/use-form.ts';
import { Button, button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormField } from '../../ui/form/form.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { SkeletonRows } from '../../ui/states.tsx';
import { Card } from '../../ui/surface.tsx';
import { OwnPasswordInput } from '../accounts/password/password-form.tsx';
import { useAccountsText } from '../accounts/text.ts';
import { dataExportQuery } from './queries.ts';

export function MyData() {
  const { roles } = useUser();
  const isCustomer = roles.every((role) => role === 'customer');
  return (
    <div className="max-w-3xl space-y-4">
      <ExportCard />
      {isCustomer ? <ErasureCard /> : null}
    </div>
  );
}

function ExportCard() {
  const { data: text } = useAccountsText();
  const format = useFormat();
  const client = useQueryClient();
  const { data, isPending, isError, refetch } = useQuery(dataExportQuery());
  const request = useMutation({
    mutationFn: () => call('POST /account/export/', {}),
    onSuccess: (answer) => client.setQueryData(dataExportQuery().queryKey, answer),
    onError: (error) => notify.error(retryableErrorMessage(error, text.requestFailed)),
  });
  const isWorking = data?.state === 'waiting' || data?.state === 'making';
  return (
    <Card title={text.title} description={text.hint}>
      {isError ? (
        <ErrorState title={text.failed} onRetry={() => void refetch()} />
      ) : isPending ? (
        <SkeletonRows rows={2} />
      ) : (
        <div className="space-y-4">
          {isWorking ? (
            <div role="status" className="space-y-2">
              <p>{text.making(format.digits(data.done), format.digits(data.total))}</p>
              <progress
                className="h-2 w-full accent-accent"
                max={Math.max(1, data.total)}
                value={data.done}
                aria-label={text.title}
              />
            </div>
          ) : null}
          {data.state === 'failed' ? <p className="text-bad">{text.makingFailed}</p> : null}
          {data.state === 'expired' ? <p className="text-muted">{text.expired}</p> : null}
          {data.state === 'ready' ? (
            <p className="text-muted">
              {text.ready(
                format.count(Math.max(1, Math.round((data.byte_size ?? 0) / 1024))),
                format.dateTime(data.expires_at!),
              )}
            </p>
          ) : null}
          <div className="flex flex-wrap gap-2">
            {data.state === 'ready' ? (
              <a href="/account/export/file/" download className={button()}>
                <Download className="size-4" aria-hidden="true" />
                {text.download}
              </a>
            ) : null}
            {isWorking ? null : (
              <Button variant="quiet" busy={request.isPending} onClick={() => request.mutate()}>
                <PackageOpen className="size-4" aria-hidden="true" />
                {data.state === 'none' ? text.request : text.requestAgain}
              </Button>
            )}
          </div>
        </div>
      )}
    </Card>
  );
}

function ErasureCard() {
  const { data: text } = useAccountsText();
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={text.eraseTitle} description={text.eraseHint}>
      <Button variant="dangerQuiet" onClick={() => setOpen(true)}>
        <Trash2 className="size-4" aria-hidden="true" />
        {text.erase}
      </Button>
      {isOpen ? <ErasureDialog onClose={() => setOpen(false)} /> : null}
    </Card>
  );
}

function ErasureDialog({ onClose }: { onClose: () => void }) {
  const { data: text } = useAccountsText();
  const wasLost = useRef(false);
  /** The last session ends with the account: if the response is lost and the session is gone, the account has probably been erased. */
  async function erase(body: { current_password: string }) {
    try {
      return (await call('POST /account/erasure/', { body })).message;
    } catch (error) {
      const isOut = wasLost.current && error instanceof ApiError && error.status === 401;
      wasLost.current ||= isOutcomeUnknown(error);
      if (!isOut && (!isOutcomeUnknown(error) || (await refreshTokens().catch(() => true)))) throw error;
      return text.probablyErased;
    }
  }
  const form = useForm({
    blank: { current_password: '' },
    send: erase,
    async onSent(message) {
      notify.success(message);
      clearSession({ left: true });
      await navigateTo('/');
    },
    failed: text.eraseFailed,
    words: (error) => retryableErrorMessage(error, text.eraseFailed),
    at: 'current_password',
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={text.eraseSure}
      description={text.eraseWarning}
      submit={text.erase}
      variant="danger"
    >
      <FormField form={form} name="current_password" label={text.password} required>
        {(control) => <OwnPasswordInput {...control} />}
      </FormField>
    </FormDialog>
  );
}
