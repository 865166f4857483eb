// Completing an order, or replacing the result of a completed one: a file or a text, and a comment.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { StaffOrder } from '#contract/orders/calls.ts';
import { maximumNoteLength } from '#contract/orders/rules.ts';
import { call } from '../../lib/api.ts';
import { errorWords } from '../../lib/api-error.ts';
import { useFormat } from '../../lib/format.ts';
import { notify } from '../../lib/notify.ts';
import { useSubmitKey } from '../../lib/submit-key.ts';
import { useAdminText } from '../../text/admin.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { ChoiceCards, CountedTextarea, Textarea } from '../../ui/input.tsx';
import { RefusalNotice } from './conflict.tsx';
import { ReplyPicker } from './reply-picker.tsx';

type Method = 'file' | 'text';
const textLimit = 20_000;
const accepted = {
  complete: /\.(pdf|jpe?g|png)$/i,
  re_upload: /\.(pdf|jpe?g|png|docx?)$/i,
};

interface DeliveryDialogProps {
  order: StaffOrder;
  kind: 'complete' | 're_upload';
  onClose: () => void;
}

export function DeliveryDialog({ order, kind, onClose }: DeliveryDialogProps) {
  const { orders: text } = useAdminText();
  const common = useText().common;
  const format = useFormat();
  const submitKey = useSubmitKey();
  const [method, setMethod] = useState<Method>();
  const [file, setFile] = useState<File>();
  const [content, setContent] = useState('');
  const [comment, setComment] = useState('');
  const [errors, setErrors] = useState<{ method?: string; file?: string; text?: string }>({});
  const first = kind === 'complete';

  const deliver = useMutation({
    mutationFn() {
      const data = {
        ...(first ? { status: 'completed' as const } : {}),
        note: comment.trim() === '' ? null : comment,
        ...(method === 'text' ? { text_content: content } : {}),
      };
      const form = new FormData();
      form.set('data', JSON.stringify(data));
      if (method === 'file' && file) form.set('file', file);
      const idempotencyKey = submitKey.for({ order: order.id, data, file: method === 'file' ? file : null });
      return first
        ? call('PATCH /account/orders/:id/', { params: { id: order.id }, form, idempotencyKey })
        : call('POST /account/orders/re-upload/:id/', { params: { id: order.id }, form, idempotencyKey });
    },
    onSuccess() {
      submitKey.done();
      notify.success(first ? text.completedDone : text.reUploaded);
      onClose();
    },
    onError(error) {
      notify.error(wordsOf(error));
    },
  });
  const wordsOf = (error: unknown) => errorWords(error, first ? text.completeFailed : text.reUploadFailed);

  function submit() {
    const found = {
      ...(method === undefined ? { method: first ? text.methodMissing : text.reMethodMissing } : {}),
      ...(method === 'file' && !file ? { file: first ? text.fileMissing : text.reFileMissing } : {}),
      ...(method === 'text' && content.trim() === ''
        ? { text: first ? text.textMissing : text.reTextMissing }
        : {}),
    };
    setErrors(found);
    if (Object.keys(found).length === 0) deliver.mutate();
  }

  const id = format.digits(order.id);
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      locked={deliver.isPending}
      title={first ? text.completeTitle(id) : text.reUploadTitle(id)}
      description={first ? text.completeText(format.taka(order.charge)) : text.reUploadText}
      footer={
        <>
          <Button look="quiet" onClick={onClose} disabled={deliver.isPending}>
            {common.cancel}
          </Button>
          <Button busy={deliver.isPending} onClick={submit}>
            {first ? text.complete : text.reUpload}
          </Button>
        </>
      }
    >
      <div className="mt-4 space-y-4">
        <ChoiceCards
          legend={text.method}
          name="method"
          value={method}
          error={errors.method}
          onChange={(value) => {
            setMethod(value);
            setErrors({});
          }}
          choices={[
            { value: 'file', label: text.file },
            { value: 'text', label: text.text },
          ]}
        />
        {method === 'file' ? (
          <FileDrop
            label={text.fileLabel}
            hint={first ? text.fileTypes : text.fileTypesWide}
            accept={first ? '.pdf,.jpg,.jpeg,.png' : '.pdf,.jpg,.jpeg,.png,.doc,.docx'}
            required
            file={file}
            error={errors.file}
            disabled={deliver.isPending}
            onFile={(next) => {
              const right = accepted[kind].test(next.name);
              setErrors(right ? {} : { file: text.wrongType });
              if (right) setFile(next);
            }}
            onRemove={() => setFile(undefined)}
          />
        ) : null}
        {method === 'text' ? (
          <Field label={text.textLabel} error={errors.text} required>
            {(control) => (
              <Textarea
                {...control}
                name="text_content"
                maxLength={textLimit}
                className="min-h-36"
                value={content}
                onChange={(event) => {
                  setContent(event.target.value);
                  setErrors({});
                }}
              />
            )}
          </Field>
        ) : null}
        <ReplyPicker kind="note" value={comment} onPick={setComment} />
        <Field label={`${text.comment} (${common.optional})`}>
          {(control) => (
            <CountedTextarea
              {...control}
              name="comment"
              limit={maximumNoteLength}
              value={comment}
              onChange={(event) => setComment(event.target.value)}
            />
          )}
        </Field>
        {deliver.isError ? (
          <RefusalNotice orderId={order.id} error={deliver.error} words={wordsOf(deliver.error)} />
        ) : null}
      </div>
    </Dialog>
  );
}
