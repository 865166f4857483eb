// Creates a link to a paper and shows it, only once.

import { Copy, Send } from 'lucide-react';
import { useState } from 'react';
import { toAsciiDigits } from '#contract/digits.ts';
import type { File } from '#contract/files/calls.ts';
import { call } from '../../lib/api/api.ts';
import { errorMessage } from '../../lib/api/api-error.ts';
import { isOutcomeUnknown } from '../../lib/api/unknown-outcome.ts';
import { notify } from '../../lib/notify.ts';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Form, FormField } from '../../ui/form/form.tsx';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { Input } from '../../ui/form/input.tsx';
import { Select } from '../../ui/form/select.tsx';
import { Callout } from '../../ui/surface.tsx';
import { useUiText } from '../../ui/text.ts';
import { QrPicture } from './qr-picture.tsx';
import { useFilesText } from './text.ts';

const hours = { day: 24, week: 168, month: 720, year: 8760 } as const;
type Span = keyof typeof hours;

interface ShareDialogProps {
  file: Pick<File, 'id' | 'full_name'> | undefined;
  onClose: () => void;
}

export function ShareDialog({ file, onClose }: ShareDialogProps) {
  const { share: text } = useFilesText();
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
  const { share: text } = useFilesText();
  const form = useForm({
    blank: { name: '', mode: 'view', span: 'week' as Span, opens: '', pin: '' },
    send: ({ name, mode, span, opens, pin }) =>
      call('POST /account/myfile/:id/shares/', {
        params: { id: file.id },
        body: {
          name,
          view_only: mode === 'view',
          expires_in_hours: hours[span],
          max_opens: opens.trim() === '' ? null : toAsciiDigits(opens.trim()),
          pin: toAsciiDigits(pin.trim()),
        },
      }),
    onSent: ({ url }) => onMade(url),
    failed: text.failed,
    words: (error) => (isOutcomeUnknown(error) ? text.unanswered : errorMessage(error, text.failed)),
    fieldsOf: ({ fields: { expires_in_hours, max_opens, ...fields } }) => ({
      ...fields,
      span: expires_in_hours,
      opens: max_opens,
    }),
    quiet: true,
  });

  return (
    <Form form={form} className="space-y-4 pt-4">
      <FormField form={form} name="name" label={text.name} hint={text.nameHint}>
        {(control) => <Input {...control} autoComplete="off" maxLength={80} />}
      </FormField>
      <FormField form={form} name="mode" label={text.mode}>
        {(control) => (
          <Select {...control}>
            <option value="view">{text.viewOnly}</option>
            <option value="download">{text.mayDownload}</option>
          </Select>
        )}
      </FormField>
      <FormField form={form} name="span" label={text.expires}>
        {(control) => (
          <Select {...control}>
            {(Object.keys(hours) as Span[]).map((one) => (
              <option key={one} value={one}>
                {text.days[one]}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField form={form} name="opens" label={text.opens} hint={text.opensHint}>
          {(control) => <Input {...control} inputMode="numeric" autoComplete="off" maxLength={5} />}
        </FormField>
        <FormField form={form} name="pin" label={text.pin} hint={text.pinHint}>
          {(control) => <Input {...control} inputMode="numeric" autoComplete="off" maxLength={6} />}
        </FormField>
      </div>
      <FormRefusal form={form} />
      <Button type="submit" wide busy={form.busy}>
        {text.make}
      </Button>
    </Form>
  );
}

function MadeLink({ url, onDone }: { url: string; onDone: () => void }) {
  const { share: text } = useFilesText();
  const { common } = useUiText();
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
      // Closing the share sheet is not an error.
      if ((error as Error).name !== 'AbortError') await copy();
    }
  }

  return (
    <div className="space-y-4 pt-3">
      <Callout tone="warn">{text.once}</Callout>
      <Field label={text.link}>
        {(control) => <Input {...control} readOnly value={url} onFocus={(event) => event.target.select()} />}
      </Field>
      <div className="flex flex-col gap-2 sm:flex-row">
        <Button wide onClick={() => void copy()}>
          <Copy className="size-5" aria-hidden="true" />
          {text.copy}
        </Button>
        {canSend ? (
          <Button variant="quiet" wide onClick={() => void send()}>
            <Send className="size-5" aria-hidden="true" />
            {text.send}
          </Button>
        ) : null}
      </div>
      <QrPicture text={url} label={text.qr} />
      <Button variant="quiet" wide onClick={onDone}>
        {text.done}
      </Button>
    </div>
  );
}
