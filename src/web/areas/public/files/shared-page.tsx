// What the recipient of a shared link sees: what it is, the PIN prompt if there is one, then the document itself.
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Download, Eye, FileLock2, LinkIcon, Unlink } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { toAsciiDigits } from '#contract/digits.ts';
import { usePaperText } from '../../../features/files/paper-text.ts';
import { sharedQuery } from '../../../features/files/queries.ts';
import { fetchShared, type Viewing } from '../../../features/files/share-reading.ts';
import { SharedPages } from '../../../features/files/shared-pages.tsx';
import { useFilesText } from '../../../features/files/text.ts';
import { type Answer, call } from '../../../lib/api/api.ts';
import { ApiError, errorMessage } from '../../../lib/api/api-error.ts';
import { saveAnswer } from '../../../lib/api/download.ts';
import { useFormat } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { readStored, writeStored } from '../../../lib/storage/stored.ts';
import { useForm } from '../../../lib/use-form.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Form, FormField } from '../../../ui/form/form.tsx';
import { Input } from '../../../ui/form/input.tsx';
import { Brand } from '../../../ui/frame/brand.tsx';
import { LanguageSwitch, ThemeSwitch } from '../../../ui/frame/switches.tsx';
import { useTitle } from '../../../ui/frame/title.ts';
import { Skeleton } from '../../../ui/states.tsx';

type State = Answer<'GET /s/:token/state/'>;

/** An opened paper. */
interface Reading extends Viewing {
  readonly state: State;
}

/** Kept in the tab: a phone may discard the page while the reader uses another app, and the link may allow no further open. */
function useReading(token: string) {
  const key = `reading:${token}`;
  const [reading, set] = useState<Reading | undefined>(() => {
    const kept = readStored(key, 'sessionStorage');
    return kept === null ? undefined : JSON.parse(kept);
  });
  const keep = useCallback(
    (next: Reading | undefined) => {
      writeStored(key, next ? JSON.stringify(next) : null, 'sessionStorage');
      set(next);
    },
    [key],
  );
  return [reading, keep] as const;
}

export function SharedPage() {
  const { viewer: text } = useFilesText();
  const { token = '' } = useParams({ strict: false });
  useTitle(text.title);
  useEffect(() => {
    const tag = document.createElement('meta');
    tag.name = 'robots';
    tag.content = 'noindex, nofollow';
    document.head.append(tag);
    return () => tag.remove();
  }, []);
  return (
    <div className="mx-auto flex min-h-[calc(100dvh-var(--ribbon))] w-full max-w-3xl flex-col px-4 sm:px-6">
      <header className="flex flex-wrap items-center justify-between gap-2 py-3">
        <Brand />
        <div className="flex">
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      </header>
      <main className="grow py-4">
        <h1 className="matra text-2xl">{text.title}</h1>
        <Shared key={token} token={token} />
      </main>
      <footer className="py-6 text-sm text-muted">{text.notGovernment}</footer>
    </div>
  );
}

function Shared({ token }: { token: string }) {
  const { viewer: text } = useFilesText();
  const [reading, setReading] = useReading(token);
  const [turn, setTurn] = useState(0);
  // The viewing may have ended although the link has not, so the link is checked.
  const end = useCallback(() => {
    setReading(undefined);
    setTurn((before) => before + 1);
  }, [setReading]);
  const { data, error, isPending, refetch } = useQuery({
    ...sharedQuery(token, turn),
    enabled: reading === undefined,
  });
  if (reading) return <Opened reading={reading} onGone={end} />;
  if (error instanceof ApiError && error.status === 404) return <Gone />;
  if (error)
    return <ErrorState title={text.failed} hint={errorMessage(error, '')} onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton className="mt-4 h-56" />;
  return <Door token={token} state={data} onOpen={setReading} onGone={end} />;
}

function Gone() {
  const { viewer: text } = useFilesText();
  return (
    <div role="alert" className="flex flex-col items-center px-4 py-14 text-center">
      <div
        className="mb-4 grid size-16 place-items-center rounded-full bg-sunken text-muted"
        aria-hidden="true"
      >
        <Unlink className="size-7" />
      </div>
      <h2 className="text-xl">{text.gone}</h2>
      <p className="max-w-md text-muted">{text.goneHint}</p>
    </div>
  );
}

/** @param isOpen whether the paper is open; the number of opens was counted before */
function Facts({ state, isOpen = false }: { state: State; isOpen?: boolean }) {
  const { viewer: text } = useFilesText();
  const format = useFormat();
  return (
    <ul className="space-y-1 text-muted">
      <li className="flex gap-2">
        {state.view_only ? (
          <FileLock2 className="mt-1 size-4 shrink-0" aria-hidden="true" />
        ) : (
          <Download className="mt-1 size-4 shrink-0" aria-hidden="true" />
        )}
        {state.view_only ? text.viewOnly : text.mayDownload}
      </li>
      <li className="flex gap-2">
        <LinkIcon className="mt-1 size-4 shrink-0" aria-hidden="true" />
        {text.until(format.dateTime(state.expires_at))}
      </li>
      {isOpen || state.opens_left === null ? null : (
        <li className="flex gap-2">
          <Eye className="mt-1 size-4 shrink-0" aria-hidden="true" />
          {text.opensLeft(format.count(state.opens_left))}
        </li>
      )}
    </ul>
  );
}

interface DoorProps {
  token: string;
  state: State;
  onOpen: (reading: Reading) => void;
  onGone: () => void;
}

function Door({ token, state, onOpen, onGone }: DoorProps) {
  const { viewer: text } = useFilesText();
  const { fileTypes } = usePaperText();
  const form = useForm({
    blank: { pin: '' },
    check: ({ pin }) => ({ pin: state.needs_pin && pin.trim() === '' ? text.pinMissing : undefined }),
    send: ({ pin }) =>
      call('POST /s/:token/viewings/', {
        params: { token },
        body: state.needs_pin ? { pin: toAsciiDigits(pin.trim()) } : {},
      }),
    onSent: ({ viewing }) => onOpen({ token, viewing, state }),
    failed: text.failed,
    at: 'pin',
    onRefused(error) {
      const isGone = error instanceof ApiError && error.status === 404;
      if (isGone) onGone();
      return isGone;
    },
  });

  return (
    <Form form={form} className="mt-4 space-y-4 rounded-lg border border-line bg-surface p-5 shadow-card">
      <div>
        <h2 className="text-lg">{fileTypes[state.type]}</h2>
        <p>{text.hint}</p>
      </div>
      <Facts state={state} />
      {state.needs_pin ? (
        <FormField form={form} name="pin" label={text.pin} hint={text.pinHint} required>
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              autoComplete="off"
              maxLength={12}
              className="max-w-60 text-lg"
            />
          )}
        </FormField>
      ) : form.errors.pin ? (
        <p role="alert" className="text-bad">
          {form.errors.pin}
        </p>
      ) : null}
      <Button type="submit" size="large" wide busy={form.busy}>
        <Eye className="size-5" aria-hidden="true" />
        {text.open}
      </Button>
    </Form>
  );
}

function Opened({ reading, onGone }: { reading: Reading; onGone: () => void }) {
  const { viewer: text } = useFilesText();
  const format = useFormat();
  const [part, setPart] = useState<number>();

  async function save() {
    setPart(0);
    try {
      await saveAnswer(await fetchShared(reading), 'document.pdf', setPart);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return onGone();
      notify.error(errorMessage(error, text.failed));
    } finally {
      setPart(undefined);
    }
  }

  return (
    <div className="space-y-4 pt-2">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Facts state={reading.state} isOpen />
        {reading.state.view_only ? null : (
          <Button variant="quiet" busy={part !== undefined} onClick={() => void save()}>
            {part === undefined ? <Download className="size-5" aria-hidden="true" /> : null}
            {part === undefined
              ? text.download
              : text.downloading(format.digits(`${Math.round(part * 100)}%`))}
          </Button>
        )}
      </div>
      <SharedPages viewing={reading} onGone={onGone} />
    </div>
  );
}
