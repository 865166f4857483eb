// Anyone holding a copy can verify it here, without an account; the page shows no personal data.
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { ScanLine } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { barcodeKeywords, readVerificationCode } from '#contract/codes.ts';
import type { FileVerdict, Verification } from '#contract/files/calls.ts';
import { checkFile, LockedFileError } from '../../../features/files/verify/check-file.ts';
import { CodeCamera } from '../../../features/files/verify/code-camera.tsx';
import { verificationQuery } from '../../../features/files/verify/queries.ts';
import { parseScan, type Scanned } from '../../../features/files/verify/scanned.ts';
import { checkStatement, type StatementState } from '../../../features/files/verify/statement.ts';
import { useVerifyText } from '../../../features/files/verify/text.ts';
import { Verdict } from '../../../features/files/verify/verdict.tsx';
import { errorMessage } from '../../../lib/api/api-error.ts';
import { useForm } from '../../../lib/use-form.ts';
import { Button, button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FileDrop } from '../../../ui/form/files/file-drop.tsx';
import { Form, FormField } from '../../../ui/form/form.tsx';
import { Input } from '../../../ui/form/input.tsx';
import { useTitle } from '../../../ui/frame/title.ts';
import { Skeleton } from '../../../ui/states.tsx';
import { Callout } from '../../../ui/surface.tsx';
import { PublicHeader } from '../public-header.tsx';

export function VerifyPage() {
  const text = useVerifyText();
  const { code: entered } = useParams({ strict: false });
  const series = barcodeKeywords.find((keyword) => keyword === entered?.trim().toUpperCase());
  useTitle(text.title);
  return (
    <div className="mx-auto flex min-h-[calc(100dvh-var(--ribbon))] w-full max-w-2xl flex-col px-4 sm:px-6 print:min-h-0">
      <PublicHeader />
      <main className="grow py-6 print:py-2">
        <h1 className="matra text-2xl">{text.title}</h1>
        {entered === undefined ? (
          <Ways />
        ) : series ? (
          <Series keyword={series} />
        ) : (
          <Result key={entered} entered={entered} />
        )}
      </main>
      <footer className="py-6 text-sm text-muted print:py-2">
        <p>{text.privacy}</p>
      </footer>
    </div>
  );
}

/** A series link leads here without the code that follows it in print. */
function Series({ keyword }: { keyword: string }) {
  const { series: text } = useVerifyText();
  return (
    <>
      <Callout tone="accent" role="status" className="my-4">
        <h2 className="text-lg">{text.title(keyword)}</h2>
        <p>{text.text(keyword)}</p>
      </Callout>
      <Ways />
    </>
  );
}

interface CheckedFile {
  readonly name: string;
  readonly verdict: FileVerdict;
  readonly code: string | undefined;
}

/** Verification by code, by camera, or by the file itself. */
function Ways() {
  const text = useVerifyText();
  const navigate = useNavigate();
  const [checked, setChecked] = useState<CheckedFile>();
  const go = useCallback(
    ({ code, statement }: Scanned) =>
      void navigate({ to: '/verify/$code', params: { code }, ...(statement ? { hash: statement } : {}) }),
    [navigate],
  );
  if (checked) {
    const { name, verdict, code } = checked;
    return (
      <Verdict
        state={verdict.state}
        data={verdict.state === 'unknown' ? undefined : (verdict as Verification)}
        code={code}
        fileName={name}
      >
        <Button variant="quiet" onClick={() => setChecked(undefined)}>
          {text.another}
        </Button>
      </Verdict>
    );
  }
  return (
    <>
      <CodeForm onCode={go} />
      <div className="no-print mt-4 space-y-4">
        <CodeCamera onFound={go} />
        <FileCheck onChecked={setChecked} />
      </div>
    </>
  );
}

function FileCheck({ onChecked }: { onChecked: (checked: CheckedFile) => void }) {
  const text = useVerifyText();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  async function check(file: globalThis.File) {
    setBusy(true);
    setRefusal(undefined);
    try {
      onChecked({ name: file.name, ...(await checkFile(file)) });
    } catch (error) {
      setRefusal(error instanceof LockedFileError ? text.lockedFile : errorMessage(error, text.failed));
      setBusy(false);
    }
  }
  return (
    <div className="rounded-lg border border-line bg-surface p-5 shadow-card">
      <FileDrop
        label={text.drop}
        hint={text.dropHint}
        accept="application/pdf"
        busy={busy ? text.checking : undefined}
        error={refusal}
        onFile={(file) => void check(file)}
      />
    </div>
  );
}

function CodeForm({ onCode }: { onCode: (scanned: Scanned) => void }) {
  const text = useVerifyText();
  const form = useForm({
    blank: { code: '' },
    check: ({ code }) => ({ code: parseScan(code) ? undefined : text.badCode }),
    send: async ({ code }) => onCode(parseScan(code)!),
    failed: text.failed,
  });

  return (
    <>
      <p className="mb-6 text-muted">{text.hint}</p>
      <Form form={form} className="space-y-4 rounded-lg border border-line bg-surface p-5 shadow-card">
        <FormField form={form} name="code" label={text.code} required>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={600}
              placeholder="XXXX-XXXX-XXXX"
              className="text-lg"
            />
          )}
        </FormField>
        <Button type="submit" size="large" wide>
          <ScanLine className="size-5" aria-hidden="true" />
          {text.submit}
        </Button>
      </Form>
    </>
  );
}

/** Checks the statement in the URL once the portal has responded about the code. */
function useStatement(data: Verification | 'unknown' | undefined, code: string | undefined): StatementState {
  const [state, setState] = useState<StatementState>('absent');
  useEffect(() => {
    if (data === undefined || data === 'unknown' || code === undefined) return;
    let left = false;
    void checkStatement(window.location.hash, data, code).then((found) => left || setState(found));
    return () => {
      left = true;
    };
  }, [data, code]);
  return state;
}

function Result({ entered }: { entered: string }) {
  const text = useVerifyText();
  const code = readVerificationCode(entered);
  const { data, isPending, error, refetch } = useQuery(verificationQuery(entered, code));
  const statement = useStatement(data, code);
  if (error)
    return (
      <ErrorState
        title={text.failed}
        hint={errorMessage(error, '') || undefined}
        onRetry={() => void refetch()}
      />
    );
  if (isPending) {
    return (
      <div role="status" className="space-y-3 pt-4">
        <p>{text.checking}</p>
        <Skeleton className="h-32" />
        <Skeleton className="h-48" />
      </div>
    );
  }
  return (
    <Verdict
      state={data === 'unknown' ? 'unknown' : data.state}
      data={data === 'unknown' ? undefined : data}
      code={code ?? entered}
      statement={statement}
    >
      <Link to="/verify" className={button({ variant: 'bare' })}>
        {text.another}
      </Link>
    </Verdict>
  );
}
