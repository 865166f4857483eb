// The second factor: asked for with the password, scanned, proved with a code; the recovery codes are shown once.
import { useMutation, useQuery } from '@tanstack/react-query';
import { Check, Copy, KeyRound, Printer, ShieldCheck, ShieldOff } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { toAsciiDigits } from '#contract/bengali.ts';
import { fieldMessage } from '#contract/field-messages.ts';
import { type Answer, call } from '../../lib/api.ts';
import { ApiError, errorWords } from '../../lib/api-error.ts';
import { useFormat } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { notify } from '../../lib/notify.ts';
import { useBriefly } from '../../lib/timing.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input, PasswordInput } from '../../ui/input.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { Badge, Card, Notice } from '../../ui/surface.tsx';
import { secondFactorQuery } from './queries.ts';
import { useAccountText } from './text.ts';

type Started = Answer<'POST /account/second-factor/'>;

export function SecondFactor() {
  const { second: text } = useAccountText();
  const format = useFormat();
  const [settingUp, setSettingUp] = useState(false);
  const [ending, setEnding] = useState(false);
  const { data, isPending, isError, refetch } = useQuery(secondFactorQuery());
  const changed = () => {
    setSettingUp(false);
    setEnding(false);
  };
  return (
    <Card
      title={text.title}
      description={text.hint}
      className="max-w-3xl"
      aside={
        data ? (
          <Badge tone={data.enabled ? 'good' : 'neutral'}>
            {data.enabled ? (
              <ShieldCheck className="size-4" aria-hidden="true" />
            ) : (
              <ShieldOff className="size-4" aria-hidden="true" />
            )}
            {data.enabled ? text.on : text.off}
          </Badge>
        ) : null
      }
    >
      {isError && !data ? (
        <ErrorState title={text.failed} onRetry={() => void refetch()} />
      ) : isPending ? (
        <SkeletonRows rows={2} />
      ) : settingUp ? (
        <SecondFactorSetUp onDone={changed} />
      ) : data.enabled ? (
        <>
          <p className={data.recovery_codes_left < 3 ? 'mb-4 text-warn' : 'mb-4 text-muted'}>
            {text.codesLeft(format.digits(data.recovery_codes_left))}
          </p>
          <Button look="dangerQuiet" onClick={() => setEnding(true)}>
            {text.end}
          </Button>
        </>
      ) : (
        <>
          {data.required ? (
            <Notice tone="warn" className="mb-4">
              {text.required}
            </Notice>
          ) : null}
          <Button onClick={() => setSettingUp(true)}>
            <KeyRound className="size-5" aria-hidden="true" />
            {text.start}
          </Button>
        </>
      )}
      {ending ? <EndDialog onClose={() => setEnding(false)} onEnded={changed} /> : null}
    </Card>
  );
}

/** Password, then the picture to scan and the code that proves it, then the recovery codes. */
export function SecondFactorSetUp({ onDone }: { onDone: () => void }) {
  const [started, setStarted] = useState<Started>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (started) return <ConfirmStep started={started} onConfirmed={setCodes} />;
  return <StartStep onStarted={setStarted} />;
}

function StartStep({ onStarted }: { onStarted: (started: Started) => void }) {
  const { second: text } = useAccountText();
  const language = useLanguage();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const start = useMutation({
    mutationFn: () => call('POST /account/second-factor/', { body: { password } }),
    onSuccess: onStarted,
    onError: (failure) => setError(errorWords(failure, text.startFailed)),
  });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (password === '') setError(fieldMessage('password_required', language));
    else start.mutate();
  }

  return (
    <form noValidate onSubmit={submit} className="max-w-md space-y-4">
      <Field label={text.password} hint={text.passwordHint} error={error} required>
        {(control) => (
          <PasswordInput
            {...control}
            name="second_factor_password"
            autoComplete="current-password"
            maxLength={256}
            value={password}
            onChange={(event) => {
              setPassword(event.target.value);
              setError(undefined);
            }}
          />
        )}
      </Field>
      <Button type="submit" busy={start.isPending}>
        {text.goOn}
      </Button>
    </form>
  );
}

function ConfirmStep({
  started,
  onConfirmed,
}: {
  started: Started;
  onConfirmed: (codes: readonly string[]) => void;
}) {
  const { second: text } = useAccountText();
  const language = useLanguage();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const plain = toAsciiDigits(code).replace(/\s/g, '');
  const confirm = useMutation({
    mutationFn: () => call('POST /account/second-factor/confirm/', { body: { code: plain } }),
    onSuccess(answer) {
      notify.success(text.switchedOn);
      onConfirmed(answer.recovery_codes);
    },
    onError: (failure) => setError(errorWords(failure, text.confirmFailed)),
  });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (plain.length < 6) setError(fieldMessage('code_required', language));
    else confirm.mutate();
  }

  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <div>
        <h3 className="text-base">{text.scanTitle}</h3>
        <p className="text-muted">{text.scanHint}</p>
        <img
          src={`data:image/svg+xml,${encodeURIComponent(started.qr_svg)}`}
          alt={text.qr}
          className="my-3 size-52 rounded-md border border-line bg-white p-2"
        />
        <p className="text-sm text-muted">{text.byHand}</p>
        <p className="font-medium break-all tabular-nums" data-testid="totp-secret">
          {started.secret.replace(/(.{4})/g, '$1 ').trim()}
        </p>
      </div>
      <div className="max-w-md space-y-4">
        <h3 className="text-base">{text.confirmTitle}</h3>
        <Field label={text.code} error={error} required>
          {(control) => (
            <Input
              {...control}
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={10}
              className="text-lg tabular-nums"
              value={code}
              onChange={(event) => {
                setCode(event.target.value);
                setError(undefined);
              }}
            />
          )}
        </Field>
        <Button type="submit" busy={confirm.isPending}>
          {text.confirm}
        </Button>
      </div>
    </form>
  );
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { second: text } = useAccountText();
  const common = useText().common;
  const [copied, showCopied] = useBriefly();

  async function copy() {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      showCopied();
    } catch {
      notify.error(common.copyFailed);
    }
  }

  return (
    <div>
      <div className="print-alone">
        <h3 className="text-base">{text.codesTitle}</h3>
        <p className="text-muted">{text.codesHint}</p>
        <ol
          className="my-4 grid gap-x-6 gap-y-1 rounded-md border border-line bg-paper p-4 text-lg tabular-nums sm:grid-cols-2"
          data-testid="recovery-codes"
        >
          {codes.map((code) => (
            <li key={code} className="whitespace-nowrap">
              {code}
            </li>
          ))}
        </ol>
      </div>
      <div className="no-print flex flex-wrap gap-2">
        <Button look="quiet" onClick={() => void copy()}>
          {copied ? (
            <Check className="size-5 text-good" aria-hidden="true" />
          ) : (
            <Copy className="size-5" aria-hidden="true" />
          )}
          {copied ? common.copied : text.codesCopy}
        </Button>
        <Button look="quiet" onClick={() => window.print()}>
          <Printer className="size-5" aria-hidden="true" />
          {text.codesPrint}
        </Button>
        <Button onClick={onDone}>{text.codesKept}</Button>
      </div>
    </div>
  );
}

function EndDialog({ onClose, onEnded }: { onClose: () => void; onEnded: () => void }) {
  const { second: text } = useAccountText();
  const common = useText().common;
  const language = useLanguage();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [errors, setErrors] = useState<{ password?: string; code?: string }>({});
  const end = useMutation({
    mutationFn: () =>
      call('DELETE /account/second-factor/', { body: { password, code: toAsciiDigits(code).trim() } }),
    onSuccess(answer) {
      notify.success(answer.message || text.ended);
      onEnded();
    },
    onError(failure) {
      const words = errorWords(failure, text.endFailed);
      const isPassword = failure instanceof ApiError && failure.code === 'wrong_current_password';
      setErrors(isPassword ? { password: words } : { code: words });
    },
  });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const found = {
      ...(password === '' ? { password: fieldMessage('password_required', language) } : {}),
      ...(code.trim().length < 6 ? { code: fieldMessage('code_required', language) } : {}),
    };
    setErrors(found);
    if (Object.keys(found).length === 0) end.mutate();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      locked={end.isPending}
      title={text.endTitle}
      description={text.endText}
      footer={
        <>
          <Button look="quiet" onClick={onClose} disabled={end.isPending}>
            {common.cancel}
          </Button>
          <Button look="danger" type="submit" form="end-second-factor" busy={end.isPending}>
            {text.end}
          </Button>
        </>
      }
    >
      <form id="end-second-factor" noValidate onSubmit={submit} className="mt-4 space-y-4">
        <Field label={text.password} error={errors.password} required>
          {(control) => (
            <PasswordInput
              {...control}
              autoComplete="current-password"
              maxLength={256}
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
        <Field label={text.codeOrRecovery} error={errors.code} required>
          {(control) => (
            <Input
              {...control}
              autoComplete="one-time-code"
              autoCapitalize="characters"
              maxLength={40}
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
