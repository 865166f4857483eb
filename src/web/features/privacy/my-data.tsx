// One's own data: a copy of everything as one file, and the erasure of the account.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, PackageOpen, Trash2 } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { call } from '../../lib/api.ts';
import { ApiError, errorWords } from '../../lib/api-error.ts';
import { useFormat } from '../../lib/format.ts';
import { notify } from '../../lib/notify.ts';
import { clearSession, useUser } from '../../lib/session.ts';
import { useText } from '../../text/text.ts';
import { Button, button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/input.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { Card } from '../../ui/surface.tsx';
import { useAccountText } from '../accounts/text.ts';
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
  const { data: text } = useAccountText();
  const format = useFormat();
  const client = useQueryClient();
  const { data, isPending, isError, refetch } = useQuery(dataExportQuery());
  const request = useMutation({
    mutationFn: () => call('POST /account/export/', {}),
    onSuccess: (answer) => client.setQueryData(dataExportQuery().queryKey, answer),
    onError: (error) => notify.error(errorWords(error, text.requestFailed)),
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
                format.digits(Math.max(1, Math.round((data.byte_size ?? 0) / 1024))),
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
              <Button look="quiet" busy={request.isPending} onClick={() => request.mutate()}>
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
  const { data: text } = useAccountText();
  const common = useText().common;
  const [isOpen, setOpen] = useState(false);
  const [password, setPassword] = useState('');
  const [refusal, setRefusal] = useState('');
  const erase = useMutation({
    mutationFn: () => call('POST /account/erasure/', { body: { current_password: password } }),
    onSuccess(answer) {
      notify.success(answer.message);
      clearSession();
    },
    onError: (error) =>
      setRefusal(
        error instanceof ApiError && error.fields.current_password
          ? error.fields.current_password
          : errorWords(error, text.eraseFailed),
      ),
  });
  const close = () => {
    setOpen(false);
    setPassword('');
    setRefusal('');
  };
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setRefusal('');
    erase.mutate();
  }
  return (
    <Card title={text.eraseTitle} description={text.eraseHint}>
      <Button look="dangerQuiet" onClick={() => setOpen(true)}>
        <Trash2 className="size-4" aria-hidden="true" />
        {text.erase}
      </Button>
      <Dialog
        open={isOpen}
        onClose={close}
        locked={erase.isPending}
        title={text.eraseSure}
        description={text.eraseWarning}
        footer={
          <>
            <Button look="quiet" onClick={close} disabled={erase.isPending}>
              {common.cancel}
            </Button>
            <Button type="submit" form="erasure" look="danger" busy={erase.isPending}>
              {text.erase}
            </Button>
          </>
        }
      >
        <form id="erasure" noValidate onSubmit={submit} className="mt-4">
          <Field label={text.password} error={refusal} required>
            {(control) => (
              <PasswordInput
                {...control}
                autoComplete="current-password"
                value={password}
                onChange={(event) => setPassword(event.target.value)}
              />
            )}
          </Field>
        </form>
      </Dialog>
    </Card>
  );
}
