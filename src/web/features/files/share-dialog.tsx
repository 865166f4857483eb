// Making a link to one paper, then handing it over: it is shown this once.
import { useMutation } from '@tanstack/react-query';
import { Copy, Send } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { toAsciiDigits } from '#contract/bengali.ts';
import type { File } from '#contract/files/calls.ts';
import { call } from '../../lib/api.ts';
import { ApiError, errorWords } from '../../lib/api-error.ts';
import { notify } from '../../lib/notify.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input, Select } from '../../ui/input.tsx';
import { Notice } from '../../ui/surface.tsx';
import { QrPicture } from './qr-picture.tsx';
import { useSharingText } from './text.ts';

const hours = { day: 24, week: 168, month: 720, year: 8760 } as const;
type Span = keyof typeof hours;

interface ShareDialogProps {
  file: Pick<File, 'id' | 'full_name'> | undefined;
  onClose: () => void;
}

export function ShareDialog({ file, onClose }: ShareDialogProps) {
  const { share: text } = useSharingText();
  const [url, setUrl] = useState<string>();
  function close() {
    setUrl(undefined);
    onClose();
  }
  return (
    <Dialog
      open={file !== undefined}
      onClose={close}
      title={url === undefined ? text.title : text.ready}
      description={url === undefined ? text.hint : undefined}
    >
      {file === undefined ? null : url === undefined ? (
        <ShareForm key={file.id} file={file} onMade={setUrl} />
      ) : (
        <MadeLink url={url} onDone={close} />
      )}
    </Dialog>
  );
}

function ShareForm({ file, onMade }: { file: { id: number }; onMade: (url: string) => void }) {
  const { share: text } = useSharingText();
  const [name, setName] = useState('');
  const [viewOnly, setViewOnly] = useState(true);
  const [span, setSpan] = useState<Span>('week');
  const [opens, setOpens] = useState('');
  const [pin, setPin] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call('POST /account/myfile/:id/shares/', {
        params: { id: file.id },
        body: {
          name,
          view_only: viewOnly,
          expires_in_hours: hours[span],
          max_opens: opens.trim() === '' ? null : toAsciiDigits(opens.trim()),
          pin: toAsciiDigits(pin.trim()),
        },
      }),
    onSuccess: ({ url }) => {
      onMade(url);
    },
  });
  const wrong = error instanceof ApiError ? error.fields : {};
  const refusal = error && Object.keys(wrong).length === 0 ? errorWords(error, text.failed) : undefined;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    mutate();
  }

  return (
    <form noValidate onSubmit={submit} className="space-y-4 pt-4">
      <Field label={text.name} hint={text.nameHint} error={wrong.name}>
        {(control) => (
          <Input
            {...control}
            name="name"
            autoComplete="off"
            maxLength={80}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Field label={text.mode}>
        {(control) => (
          <Select
            {...control}
            name="mode"
            value={viewOnly ? 'view' : 'download'}
            onChange={(event) => setViewOnly(event.target.value === 'view')}
          >
            <option value="view">{text.viewOnly}</option>
            <option value="download">{text.mayDownload}</option>
          </Select>
        )}
      </Field>
      <Field label={text.expires} error={wrong.expires_in_hours}>
        {(control) => (
          <Select
            {...control}
            name="span"
            value={span}
            onChange={(event) => setSpan(event.target.value as Span)}
          >
            {(Object.keys(hours) as Span[]).map((one) => (
              <option key={one} value={one}>
                {text.days[one]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={text.opens} hint={text.opensHint} error={wrong.max_opens}>
          {(control) => (
            <Input
              {...control}
              name="opens"
              inputMode="numeric"
              autoComplete="off"
              maxLength={5}
              value={opens}
              onChange={(event) => setOpens(event.target.value)}
            />
          )}
        </Field>
        <Field label={text.pin} hint={text.pinHint} error={wrong.pin}>
          {(control) => (
            <Input
              {...control}
              name="pin"
              inputMode="numeric"
              autoComplete="off"
              maxLength={6}
              value={pin}
              onChange={(event) => setPin(event.target.value)}
            />
          )}
        </Field>
      </div>
      {refusal ? (
        <Notice tone="bad" role="alert">
          {refusal}
        </Notice>
      ) : null}
      <Button type="submit" wide busy={isPending}>
        {text.make}
      </Button>
    </form>
  );
}

function MadeLink({ url, onDone }: { url: string; onDone: () => void }) {
  const { share: text } = useSharingText();
  const { common } = useText();
  const canSend = typeof navigator.share === 'function';

  async function copy() {
    try {
      await navigator.clipboard.writeText(url);
      notify.success(common.copied);
    } catch {
      notify.error(common.copyFailed);
    }
  }
  async function send() {
    try {
      await navigator.share({ title: text.sent, url });
    } catch (error) {
      // Closing the sheet is no failure.
      if ((error as Error).name !== 'AbortError') await copy();
    }
  }

  return (
    <div className="space-y-4 pt-3">
      <Notice tone="warn">{text.once}</Notice>
      <Field label={text.link}>
        {(control) => <Input {...control} readOnly value={url} onFocus={(event) => event.target.select()} />}
      </Field>
      <div className="flex flex-col gap-2 sm:flex-row">
        <Button wide onClick={() => void copy()}>
          <Copy className="size-5" aria-hidden="true" />
          {text.copy}
        </Button>
        {canSend ? (
          <Button look="quiet" wide onClick={() => void send()}>
            <Send className="size-5" aria-hidden="true" />
            {text.send}
          </Button>
        ) : null}
      </div>
      <QrPicture text={url} label={text.qr} />
      <Button look="quiet" wide onClick={onDone}>
        {text.done}
      </Button>
    </div>
  );
}
