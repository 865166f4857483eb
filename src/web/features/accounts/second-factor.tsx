// The second factor: requested with the password, scanned, and proved with a code. The recovery codes are shown once.

import { useQuery } from '@tanstack/react-query';
import { Check, Copy, KeyRound, Printer, ShieldCheck, ShieldOff } from 'lucide-react';
import { useState } from 'react';
import { maskEmails } from '#contract/audit-log/masking.ts';
import { toAsciiDigits } from '#contract/digits.ts';
import { type Answer, call } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { retryableErrorMessage } from '../../lib/api/unknown-outcome.ts';
import { useFormat } from '../../lib/format.ts';
import { notify } from '../../lib/notify.ts';
import { useUser } from '../../lib/session.ts';
import { readStored, writeStored } from '../../lib/storage/stored.ts';
import { useBriefly } from '../../lib/timing.ts';
import { type FormErrors, useForm } from '../../lib/use-form.ts';
import { Button, button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Form, FormField } from '../../ui/form/form.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { Input } from '../../ui/form/input.tsx';
import { SheetLine } from '../../ui/frame/sheet-line.tsx';
import { SkeletonRows } from '../../ui/states.tsx';
import { Badge, Callout, Card } from '../../ui/surface.tsx';
import { useUiText } from '../../ui/text.ts';
import { OwnPasswordInput } from './password/password-form.tsx';
import { secondFactorQuery } from './queries.ts';
import { useAccountsText } from './text.ts';

type Started = Answer<'POST /account/second-factor/'>;

// The authenticator may be on the same phone, which may discard this page while that app is open. Starting over would make the entry in the app
// worthless, so the started set-up stays with the tab for a while.
const storedKey = 'second_factor_begun';
const keptMs = 15 * 60_000;

function keepBegun(userId: number, started: Started | undefined): void {
  const kept = started ? JSON.stringify({ userId, at: Date.now(), started }) : null;
  writeStored(storedKey, kept, 'sessionStorage');
}

function readBegun(userId: number): Started | undefined {
  const kept = JSON.parse(readStored(storedKey, 'sessionStorage') ?? 'null');
  const isOwn = kept?.userId === userId && Math.abs(Date.now() - kept.at) < keptMs;
  return isOwn ? kept.started : undefined;
}

export function SecondFactor() {
  const { second: text } = useAccountsText();
  const format = useFormat();
  const { id } = useUser();
  const [settingUp, setSettingUp] = useState(() => readBegun(id) !== undefined);
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
          <Button variant="dangerQuiet" onClick={() => setEnding(true)}>
            {text.end}
          </Button>
        </>
      ) : (
        <>
          {data.required ? (
            <Callout tone="warn" className="mb-4">
              {text.required}
            </Callout>
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

/** Asks for the password, shows the QR code, checks a code from the authenticator, then shows the recovery codes. */
export function SecondFactorSetUp({ onDone }: { onDone: () => void }) {
  const { id } = useUser();
  const [started, setStarted] = useState(() => readBegun(id));
  const [codes, setCodes] = useState<readonly string[]>();
  function begin(next: Started | undefined) {
    keepBegun(id, next);
    setStarted(next);
  }
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (!started) return <StartStep onStarted={begin} />;
  return (
    <ConfirmStep
      started={started}
      onConfirmed={(confirmed) => {
        keepBegun(id, undefined);
        setCodes(confirmed);
      }}
      onLost={() => {
        keepBegun(id, undefined);
        onDone();
      }}
      onAgain={() => begin(undefined)}
    />
  );
}

function StartStep({ onStarted }: { onStarted: (started: Started) => void }) {
  const { second: text } = useAccountsText();
  const form = useForm({
    blank: { password: '' },
    check: ({ password }) => ({ password: password === '' ? 'password_required' : undefined }),
    send: (body) => call('POST /account/second-factor/', { body }),
    onSent: onStarted,
    failed: text.startFailed,
    at: 'password',
  });
  return (
    <Form form={form} className="max-w-md space-y-4">
      <FormField form={form} name="password" label={text.password} hint={text.passwordHint} required>
        {(control) => <OwnPasswordInput {...control} name="second_factor_password" />}
      </FormField>
      <Button type="submit" busy={form.busy}>
        {text.goOn}
      </Button>
    </Form>
  );
}

const plainCode = (typed: string) => toAsciiDigits(typed).replace(/\s/g, '');

function ConfirmStep({
  started,
  onConfirmed,
  onLost,
  onAgain,
}: {
  started: Started;
  onConfirmed: (codes: readonly string[]) => void;
  onLost: () => void;
  onAgain: () => void;
}) {
  const { second: text } = useAccountsText();
  const form = useForm({
    blank: { code: '' },
    check: ({ code }) => ({ code: plainCode(code).length < 6 ? 'code_required' : undefined }),
    send: ({ code }) => call('POST /account/second-factor/confirm/', { body: { code: plainCode(code) } }),
    onSent(answer) {
      notify.success(text.switchedOn);
      onConfirmed(answer.recovery_codes);
    },
    onRefused(error) {
      // An earlier press turned it on, and its response was lost together with the only list of the codes.
      if (!(error instanceof ApiError) || error.code !== 'second_factor_on') return;
      notify.error(text.codesLost);
      onLost();
      return true;
    },
    failed: text.confirmFailed,
    words: (error) => retryableErrorMessage(error, text.confirmFailed),
    at: 'code',
  });
  return (
    <Form form={form} className="space-y-4">
      <div>
        <h3 className="text-base">{text.scanTitle}</h3>
        <p className="text-muted">{text.scanHint}</p>
        <img
          src={`data:image/svg+xml,${encodeURIComponent(started.qr_svg)}`}
          alt={text.qr}
          className="my-3 size-52 rounded-md border border-line bg-white p-2"
        />
        <p className="mb-3 hidden pointer-coarse:block">
          <a href={started.otpauth_url} className={button({ variant: 'quiet' })}>
            {text.openHere}
          </a>
        </p>
        <p className="text-sm text-muted">{text.byHand}</p>
        <p className="font-medium tabular-nums" data-testid="totp-secret">
          {started.secret.replace(/(.{4})/g, '$1 ').trim()}
        </p>
      </div>
      <div className="max-w-md space-y-4">
        <h3 className="text-base">{text.confirmTitle}</h3>
        <FormField form={form} name="code" label={text.code} required>
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={10}
              className="text-lg tabular-nums"
            />
          )}
        </FormField>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={form.busy}>
            {text.confirm}
          </Button>
          <Button variant="bare" onClick={onAgain}>
            {text.again}
          </Button>
        </div>
      </div>
    </Form>
  );
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { second: text } = useAccountsText();
  const common = useUiText().common;
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
        {/* With the full address, a lost sheet would be half of a login. */}
        <SheetLine parts={[text.codesTitle, maskEmails(useUser().email)]} />
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
        <Button variant="quiet" onClick={() => void copy()}>
          {copied ? (
            <Check className="size-5 text-good" aria-hidden="true" />
          ) : (
            <Copy className="size-5" aria-hidden="true" />
          )}
          {copied ? common.copied : text.codesCopy}
        </Button>
        <Button variant="quiet" onClick={() => window.print()}>
          <Printer className="size-5" aria-hidden="true" />
          {text.codesPrint}
        </Button>
        <Button onClick={onDone}>{text.codesKept}</Button>
      </div>
    </div>
  );
}

function EndDialog({ onClose, onEnded }: { onClose: () => void; onEnded: () => void }) {
  const { second: text } = useAccountsText();
  const form = useForm({
    blank: { password: '', code: '' },
    check: ({ password, code }) => ({
      password: password === '' ? 'password_required' : undefined,
      code: code.trim().length < 6 ? 'code_required' : undefined,
    }),
    send: ({ password, code }) =>
      call('DELETE /account/second-factor/', { body: { password, code: toAsciiDigits(code).trim() } }),
    onSent(answer) {
      notify.success(answer.message || text.ended);
      onEnded();
    },
    failed: text.endFailed,
    words: (error) => retryableErrorMessage(error, text.endFailed),
    fieldsOf: (error): FormErrors<'password' | 'code'> =>
      error.code === 'wrong_current_password' ? { password: error.message } : {},
    at: 'code',
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={text.endTitle}
      description={text.endText}
      submit={text.end}
      variant="danger"
    >
      <FormField form={form} name="password" label={text.password} required>
        {(control) => <OwnPasswordInput {...control} />}
      </FormField>
      <FormField form={form} name="code" label={text.codeOrRecovery} required>
        {(control) => (
          <Input {...control} autoComplete="one-time-code" autoCapitalize="characters" maxLength={40} />
        )}
      </FormField>
    </FormDialog>
  );
}
