// Results for many orders at once: files are matched by the number in their name, reviewed, and sent one by one.

import { Link } from '@tanstack/react-router';
import { ArrowLeft, CircleCheck, RotateCcw, Upload, X } from 'lucide-react';
import { useId, useState } from 'react';
import { shownNameOf } from '#contract/accounts/person-name.ts';
import type { Order } from '#contract/orders/calls.ts';
import { maximumNoteLength } from '#contract/orders/rules.ts';
import { useDialogDraft } from '../../../features/drafts/draft.ts';
import { OrderStatusBadge } from '../../../features/orders/order-status.tsx';
import { fillFields } from '../../../features/orders/replies/reply-fields.ts';
import { ReplyPicker } from '../../../features/orders/replies/reply-picker.tsx';
import { useFieldsLeft, useKnownFields } from '../../../features/orders/replies/use-replies.ts';
import { type BulkRow, bulkAccept, isReady } from '../../../features/orders/staff/bulk/bulk-rows.ts';
import { useBulk } from '../../../features/orders/staff/bulk/use-bulk.ts';
import { useOrdersStaffText } from '../../../features/orders/staff/text.ts';
import { useFormat } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { ServiceName } from '../../../lib/service-name.tsx';
import { Button, button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { CountedTextarea, Input } from '../../../ui/form/input.tsx';
import { useTitle } from '../../../ui/frame/title.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { Badge, Callout, Card, PageHeading } from '../../../ui/surface.tsx';
import { useUiText } from '../../../ui/text.ts';

export function BulkPage() {
  const { bulk: text } = useOrdersStaffText();
  const common = useUiText().common;
  const format = useFormat();
  const bulk = useBulk();
  const draft = useDialogDraft('bulk', () => ({ note: '', files: [] as string[] }));
  const { note } = draft.value;
  const [refusal, setRefusal] = useState<string>();
  const setNote = (next: string) => {
    setRefusal(undefined);
    draft.set((old) => ({ ...old, note: next }));
  };
  const open = bulk.rows.filter(({ state }) => state !== 'done').map(({ file }) => file.name);
  const lost = draft.value.files.filter((name) => !bulk.rows.some(({ file }) => file.name === name));
  const remember = (files: readonly string[]) => draft.set((old) => ({ ...old, files: [...new Set(files)] }));
  useTitle(text.title);
  const ready = bulk.rows.filter(isReady);
  const busy = bulk.sending !== undefined;
  const fieldsLeft = useFieldsLeft();
  const knownOf = useKnownFields();

  async function sendAll() {
    const noteFor = (order: Order) => fillFields(note, knownOf(order));
    const left = ready.map(({ order }) => order && fieldsLeft(noteFor(order))).find(Boolean);
    setRefusal(left);
    if (left) return;
    const result = await bulk.sendAll(noteFor);
    if (!result) return;
    const { succeeded, failed } = result;
    const words = text.result(format.digits(succeeded), format.digits(failed));
    // For the files that are not done, only the names can be kept.
    draft.set((old) => ({ note: failed > 0 ? old.note : '', files: [...lost, ...bulk.openNames()] }));
    if (failed > 0) return notify.error(words);
    notify.success(words);
  }

  return (
    <>
      <Link
        to="/admin/orders"
        className={button({ variant: 'bare', size: 'small', className: '-ml-3 cramped:ml-0 cramped:px-1' })}
      >
        <ArrowLeft className="size-4" aria-hidden="true" />
        {text.back}
      </Link>
      <PageHeading title={text.title} hint={text.hint} />
      <Card>
        {lost.length === 0 ? null : (
          <Callout tone="warn" role="status" className="mb-4">
            <p>{text.lost}</p>
            <p className="font-medium wrap-anywhere">{lost.join(', ')}</p>
            <Button variant="quiet" size="small" className="mt-2" onClick={() => remember(open)}>
              {text.forgetLost}
            </Button>
          </Callout>
        )}
        <ManyFiles
          disabled={busy}
          onFiles={(files) => {
            bulk.add(files);
            remember([...lost, ...open, ...files.map(({ name }) => name)]);
          }}
        />
        {bulk.rows.length === 0 ? null : (
          <>
            <ul className="mt-4 divide-y divide-line" data-testid="bulk-rows">
              {bulk.rows.map((row) => (
                <Row
                  key={row.id}
                  row={row}
                  locked={busy}
                  onNumber={(typed) => bulk.renumber(row.id, typed)}
                  onLookUp={() => bulk.lookUpAgain(row)}
                  onRemove={() => {
                    bulk.remove(row.id);
                    remember([...lost, ...open.filter((name) => name !== row.file.name)]);
                  }}
                />
              ))}
            </ul>
            <div className="mt-4 max-w-2xl space-y-2">
              <ReplyPicker kind="note" value={note} onPick={setNote} />
              <Field label={`${text.note} (${common.optional})`} error={refusal}>
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
                <p className="text-sm text-muted" aria-live="off">
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
              <Button size="large" busy={busy} disabled={ready.length === 0} onClick={() => void sendAll()}>
                {text.submit(format.digits(ready.length))}
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
  onLookUp: () => void;
  onRemove: () => void;
}

function Row({ row, locked, onNumber, onLookUp, onRemove }: RowProps) {
  const { bulk: text } = useOrdersStaffText();
  const common = useUiText().common;
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
            <span className="block truncate font-medium">{shownNameOf(order.user)}</span>
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
          <>
            <span className="text-bad">{text.problems[row.problem]}</span>
            {row.problem === 'not_loaded' ? (
              <Button size="small" variant="bare" disabled={locked} onClick={onLookUp}>
                {common.retry}
              </Button>
            ) : null}
          </>
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
