// Results for many orders at once: files are matched by the number in their name, reviewed, and sent one by one.

import { Link } from '@tanstack/react-router';
import { ArrowLeft, CircleCheck, RotateCcw, Upload, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { toAsciiDigits } from '#contract/bengali.ts';
import { maximumNoteLength } from '#contract/orders/rules.ts';
import { useDialogDraft } from '../../../features/documents/draft.ts';
import { OrderStatusBadge } from '../../../features/orders/order-status.tsx';
import { ReplyPicker } from '../../../features/orders/replies/reply-picker.tsx';
import {
  type BulkRow,
  bulkAccept,
  isReady,
  newRow,
  problemOf,
  withTwins,
} from '../../../features/orders/staff/bulk-rows.ts';
import { useOrdersStaffText } from '../../../features/orders/staff/text.ts';
import { call } from '../../../lib/api/api.ts';
import { ApiError, errorWords } from '../../../lib/api/api-error.ts';
import { useFormat } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { ServiceName } from '../../../lib/service-name.tsx';
import { useUser } from '../../../lib/session.ts';
import { Button, button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { CountedTextarea, Input } from '../../../ui/form/input.tsx';
import { useTitle } from '../../../ui/frame/title.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { Badge, Card, PageHeading } from '../../../ui/surface.tsx';
import { useUiText } from '../../../ui/text.ts';

const lookupDebounceMs = 400;

function useBulk() {
  const me = useUser();
  const { work: text } = useOrdersStaffText();
  const [rows, setRows] = useState<BulkRow[]>([]);
  const [sending, setSending] = useState<{ done: number; of: number }>();
  const timers = useRef(new Map<string, number>());
  const put = (id: string, change: Partial<BulkRow>) =>
    setRows((old) => withTwins(old.map((row) => (row.id === id ? { ...row, ...change } : row))));

  async function lookUp(id: string, number: string) {
    const order = await call('GET /account/orders/:id/', { params: { id: number } }).catch(() => undefined);
    // The number may have changed during the lookup.
    setRows((old) =>
      withTwins(
        old.map((row) =>
          row.id === id && row.number === number
            ? { ...row, order, problem: problemOf(order, me), state: 'waiting' }
            : row,
        ),
      ),
    );
  }

  async function send(row: BulkRow, note: string): Promise<boolean> {
    put(row.id, { state: 'sending' });
    const form = new FormData();
    form.set(
      'data',
      JSON.stringify({
        status: 'completed',
        note: note.trim() === '' ? null : note,
        expected_status: row.order!.status,
      }),
    );
    form.set('file', row.file);
    try {
      await call('PATCH /account/orders/:id/', {
        params: { id: row.order!.id },
        form,
        idempotencyKey: `bulk-${row.id}-${row.order!.id}`,
      });
      put(row.id, { state: 'done' });
      return true;
    } catch (error) {
      put(row.id, { state: 'failed', error: errorWords(error, text.completeFailed) });
      // It has changed since it was looked up: the row says what it is now.
      if (error instanceof ApiError && error.status === 409) await lookUp(row.id, row.number);
      return false;
    }
  }

  return {
    rows,
    sending,
    add(files: readonly File[]) {
      const fresh = files.map(newRow);
      setRows((old) => [...old, ...fresh]);
      for (const row of fresh) if (row.state === 'looking') void lookUp(row.id, row.number);
    },
    remove: (id: string) => setRows((old) => withTwins(old.filter((row) => row.id !== id))),
    renumber(id: string, typed: string) {
      const number = toAsciiDigits(typed).replace(/\D/g, '').slice(0, 9);
      put(id, {
        number,
        order: undefined,
        problem: number === '' ? 'no_number' : undefined,
        state: 'waiting',
      });
      clearTimeout(timers.current.get(id));
      if (number === '') return;
      put(id, { state: 'looking' });
      timers.current.set(
        id,
        window.setTimeout(() => void lookUp(id, number), lookupDebounceMs),
      );
    },
    /** One after the other: each succeeds or fails on its own. */
    async sendAll(note: string) {
      const ready = rows.filter(isReady);
      let succeeded = 0;
      for (const [index, row] of ready.entries()) {
        setSending({ done: index, of: ready.length });
        if (await send(row, note)) succeeded += 1;
      }
      setSending(undefined);
      return { succeeded, failed: ready.length - succeeded };
    },
  };
}

export function BulkPage() {
  const { bulk: text } = useOrdersStaffText();
  const common = useUiText().common;
  const format = useFormat();
  const bulk = useBulk();
  const draft = useDialogDraft('bulk', () => ({ note: '' }));
  const { note } = draft.value;
  const setNote = (next: string) => draft.set(() => ({ note: next }));
  useTitle(text.title);
  const ready = bulk.rows.filter(isReady).length;
  const busy = bulk.sending !== undefined;

  async function sendAll() {
    const { succeeded, failed } = await bulk.sendAll(note);
    const words = text.result(format.digits(succeeded), format.digits(failed));
    if (failed > 0) return notify.error(words);
    draft.forget();
    notify.success(words);
  }

  return (
    <>
      <Link to="/admin/orders" className={button({ variant: 'bare', size: 'small', className: '-ml-3' })}>
        <ArrowLeft className="size-4" aria-hidden="true" />
        {text.back}
      </Link>
      <PageHeading title={text.title} hint={text.hint} />
      <Card>
        <ManyFiles disabled={busy} onFiles={bulk.add} />
        {bulk.rows.length === 0 ? null : (
          <>
            <ul className="mt-4 divide-y divide-line" data-testid="bulk-rows">
              {bulk.rows.map((row) => (
                <Row
                  key={row.id}
                  row={row}
                  locked={busy}
                  onNumber={(typed) => bulk.renumber(row.id, typed)}
                  onRemove={() => bulk.remove(row.id)}
                />
              ))}
            </ul>
            <div className="mt-4 max-w-2xl space-y-2">
              <ReplyPicker kind="note" value={note} onPick={setNote} />
              <Field label={`${text.note} (${common.optional})`}>
                {(control) => (
                  <CountedTextarea
                    {...control}
                    name="note"
                    limit={maximumNoteLength}
                    value={note}
                    disabled={busy}
                    onChange={(event) => setNote(event.target.value)}
                  />
                )}
              </Field>
            </div>
            {bulk.sending ? (
              <div role="status" className="mt-3">
                <p className="text-sm text-muted">
                  {text.progress(format.digits(bulk.sending.done), format.digits(bulk.sending.of))}
                </p>
                <progress
                  className="h-2 w-full accent-accent"
                  aria-label={text.title}
                  value={bulk.sending.done}
                  max={bulk.sending.of}
                />
              </div>
            ) : null}
            <div className="mt-4 flex justify-end">
              <Button size="large" busy={busy} disabled={ready === 0} onClick={() => void sendAll()}>
                {text.submit(format.digits(ready))}
              </Button>
            </div>
          </>
        )}
      </Card>
    </>
  );
}

interface ManyFilesProps {
  disabled: boolean;
  onFiles: (files: readonly File[]) => void;
}

function ManyFiles({ disabled, onFiles }: ManyFilesProps) {
  const { bulk: text } = useOrdersStaffText();
  const id = useId();
  const [over, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way, the button inside is the first
    <div
      className={`relative rounded-lg border-2 border-dashed p-6 text-center ${over ? 'border-accent bg-accent-soft' : 'border-line-strong bg-paper'}`}
      onDragOver={(event) => {
        event.preventDefault();
        if (!disabled) setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (!disabled) onFiles([...event.dataTransfer.files]);
      }}
    >
      <input
        id={id}
        type="file"
        multiple
        accept={bulkAccept}
        className="peer sr-only"
        disabled={disabled}
        aria-describedby={`${id}-hint`}
        onChange={(event) => {
          const chosen = [...(event.target.files ?? [])];
          event.target.value = '';
          onFiles(chosen);
        }}
      />
      <Upload className="mx-auto mb-2 size-6 text-muted" aria-hidden="true" />
      <label
        htmlFor={id}
        className="inline-flex min-h-11 items-center font-medium text-accent-text underline underline-offset-4"
      >
        {text.drop}
      </label>
      <p id={`${id}-hint`} className="text-sm text-muted">
        {text.dropHint}
      </p>
      <span className="pointer-events-none absolute inset-0 rounded-lg peer-focus-visible:outline-2 peer-focus-visible:outline-accent" />
    </div>
  );
}

interface RowProps {
  row: BulkRow;
  locked: boolean;
  onNumber: (typed: string) => void;
  onRemove: () => void;
}

function Row({ row, locked, onNumber, onRemove }: RowProps) {
  const { bulk: text } = useOrdersStaffText();
  const format = useFormat();
  const { order } = row;
  const isOver = row.state === 'done';
  return (
    <li
      className="relative grid items-center gap-x-4 gap-y-2 py-3 lg:grid-cols-[minmax(0,1fr)_9rem_minmax(0,1fr)_14rem_2.75rem]"
      data-state={row.problem ?? row.state}
    >
      <span className="truncate max-lg:pr-12" title={row.file.name}>
        {row.file.name}
      </span>
      <Input
        aria-label={text.numberOf(row.file.name)}
        inputMode="numeric"
        value={format.digits(row.number)}
        disabled={locked || isOver || row.problem === 'type'}
        onChange={(event) => onNumber(event.target.value)}
      />
      <span className="min-w-0 text-sm">
        {order ? (
          <>
            <span className="block truncate font-medium">
              {`${order.user.first_name} ${order.user.last_name}`.trim() || order.user.username}
            </span>
            <span className="block truncate text-muted">
              <ServiceName service={order.service} /> · <ServiceName service={order.sub_type} />
            </span>
          </>
        ) : null}
      </span>
      <span className="text-sm" aria-live="polite">
        {isOver ? (
          <Badge tone="good">
            <CircleCheck className="size-4" aria-hidden="true" />
            {text.done}
          </Badge>
        ) : row.problem ? (
          <span className="text-bad">{text.problems[row.problem]}</span>
        ) : row.state === 'failed' ? (
          <span className="flex items-start gap-1 text-bad">
            <RotateCcw className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
            {row.error}
          </span>
        ) : row.state === 'looking' || row.state === 'sending' ? (
          <Spinner />
        ) : order ? (
          <OrderStatusBadge status={order.status} />
        ) : null}
      </span>
      <button
        type="button"
        className={button({
          variant: 'bare',
          size: 'icon',
          className: 'max-lg:absolute max-lg:top-1 max-lg:right-0',
        })}
        aria-label={text.remove(row.file.name)}
        disabled={locked}
        onClick={onRemove}
      >
        <X className="size-5" aria-hidden="true" />
      </button>
    </li>
  );
}
