// Anybody who holds a copy may check it here, without an account; the page shows no personal field.
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { BadgeCheck, CircleHelp, CircleX, History, Printer, ScanLine } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { groupCode, readVerificationCode } from '#contract/codes.ts';
import type { Verdict, Verification } from '#contract/files.ts';
import { call } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { useFormat } from '../../lib/format.ts';
import { useFrontText } from '../../text/front.ts';
import { Brand } from '../../ui/brand.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { Fact, Facts } from '../../ui/surface.tsx';
import { LanguageSwitch, ThemeSwitch } from '../../ui/switches.tsx';
import { useTitle } from '../../ui/title.ts';

const looks = {
  genuine: { icon: BadgeCheck, className: 'border-good bg-good-soft text-good' },
  superseded: { icon: History, className: 'border-warn bg-warn-soft text-warn' },
  revoked: { icon: CircleX, className: 'border-bad bg-bad-soft text-bad' },
  altered: { icon: CircleX, className: 'border-bad bg-bad-soft text-bad' },
  unknown: { icon: CircleHelp, className: 'border-bad bg-bad-soft text-bad' },
} as const satisfies Record<Verdict, unknown>;

async function verify(code: string, signal: AbortSignal): Promise<Verification | 'unknown'> {
  try {
    return await call('GET /verify-document/:code/', { params: { code }, signal });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return 'unknown';
    throw error;
  }
}

export function VerifyPage() {
  const text = useFrontText();
  const { code: given } = useParams({ strict: false });
  useTitle(text.verify.title);
  return (
    <div className="mx-auto flex min-h-[calc(100dvh-var(--ribbon))] w-full max-w-2xl flex-col px-4 sm:px-6">
      <header className="flex items-center justify-between gap-2 py-3">
        <Link to="/" className="rounded-md">
          <Brand />
        </Link>
        <div className="no-print flex">
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      </header>
      <main className="grow py-6">
        <h1 className="matra text-2xl">{text.verify.title}</h1>
        {given === undefined ? <CodeForm /> : <Result key={given} given={given} />}
      </main>
      <footer className="py-6 text-sm text-muted">
        <p>{text.verify.notGovernment}</p>
        <p>{text.verify.privacy}</p>
      </footer>
    </div>
  );
}

function CodeForm() {
  const text = useFrontText();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = readVerificationCode(typed);
    setWrong(code === undefined);
    if (code !== undefined) void navigate({ to: '/verify/$code', params: { code } });
  }

  return (
    <>
      <p className="mb-6 text-muted">{text.verify.hint}</p>
      <form
        noValidate
        onSubmit={submit}
        className="space-y-4 rounded-lg border border-line bg-surface p-5 shadow-card"
      >
        <Field label={text.verify.code} error={wrong ? text.verify.badCode : undefined} required>
          {(control) => (
            <Input
              {...control}
              name="code"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={40}
              placeholder="XXXX-XXXX-XXXX"
              className="text-lg"
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                setWrong(false);
              }}
            />
          )}
        </Field>
        <Button type="submit" size="large" wide>
          <ScanLine className="size-5" aria-hidden="true" />
          {text.verify.submit}
        </Button>
      </form>
    </>
  );
}

function Result({ given }: { given: string }) {
  const text = useFrontText();
  const format = useFormat();
  const code = readVerificationCode(given);
  const [now] = useState(() => new Date());
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: ['verification', code ?? given],
    queryFn: ({ signal }) => (code === undefined ? ('unknown' as const) : verify(code, signal)),
    staleTime: 0,
  });
  if (isError) return <ErrorState title={text.verify.failed} onRetry={() => void refetch()} />;
  if (isPending) {
    return (
      <div role="status" className="space-y-3 pt-4">
        <p>{text.verify.checking}</p>
        <Skeleton className="h-32" />
        <Skeleton className="h-48" />
      </div>
    );
  }
  const state = data === 'unknown' ? 'unknown' : data.state;
  const { icon: Icon, className } = looks[state];
  return (
    <div className="space-y-6 pt-4">
      <div role="status" className={`flex gap-4 rounded-lg border-2 p-5 ${className}`}>
        <Icon className="size-12 shrink-0" strokeWidth={1.6} aria-hidden="true" />
        <div className="min-w-0">
          <h2 className="text-xl">{text.verify.verdicts[state].title}</h2>
          <p className="text-ink">{text.verify.verdicts[state].text}</p>
        </div>
      </div>
      <Facts className="rounded-lg border border-line bg-surface px-5 py-2 shadow-card">
        <Fact label={text.verify.code}>
          <span className="font-medium">{code ? groupCode(code) : given}</span>
        </Fact>
        {data === 'unknown' ? null : <Details data={data} />}
        <Fact label={text.verify.checkedAt}>{format.dateTime(now)}</Fact>
      </Facts>
      <div className="no-print flex flex-wrap gap-2">
        <Button look="quiet" onClick={() => window.print()}>
          <Printer className="size-5" aria-hidden="true" />
          {text.verify.print}
        </Button>
        <Link
          to="/verify"
          className="inline-flex min-h-11 items-center px-3 text-accent-text underline underline-offset-4"
        >
          {text.verify.another}
        </Link>
      </div>
    </div>
  );
}

function Details({ data }: { data: Verification }) {
  const text = useFrontText();
  const format = useFormat();
  const kinds: Record<string, string> = { ...text.fileTypes, ...text.documentKinds };
  const { registry, extracted, customer } = data.provenance;
  // A receipt or statement says nothing of a person's data, so it has no sources; it is made once.
  const isPaper = data.kind === 'receipt' || data.kind === 'statement';
  return (
    <>
      <Fact label={text.verify.kind}>{kinds[data.kind] ?? data.kind}</Fact>
      <Fact label={text.verify.name}>{data.masked_name}</Fact>
      <Fact label={text.verify.number}>{data.number}</Fact>
      {isPaper ? null : <Fact label={text.verify.version}>{format.digits(data.version)}</Fact>}
      <Fact label={text.verify.madeAt}>{format.dateTime(data.made_at)}</Fact>
      <Fact label={text.verify.madeBy}>{data.made_by}</Fact>
      {isPaper ? null : (
        <Fact label={text.verify.sources}>
          <ul>
            <li>{text.verify.registry(format.digits(registry))}</li>
            <li>{text.verify.extracted(format.digits(extracted))}</li>
            <li>{text.verify.customer(format.digits(customer))}</li>
          </ul>
        </Fact>
      )}
      <Fact label={text.verify.fingerprint}>
        <span className="text-sm break-all">{data.sha256}</span>
      </Fact>
    </>
  );
}
