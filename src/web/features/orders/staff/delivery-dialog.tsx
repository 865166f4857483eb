// Completes an order, or replaces the result of a completed one, with a file or a text and a comment.
import { useRef } from 'react';
import type { Order } from '#contract/orders/calls.ts';
import { maximumNoteLength } from '#contract/orders/rules.ts';
import { call } from '../../../lib/api/api.ts';
import { retryableErrorMessage } from '../../../lib/api/unknown-outcome.ts';
import { useFormat } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { useUser } from '../../../lib/session.ts';
import { readStored, writeStored } from '../../../lib/storage/stored.ts';
import { ChoiceCards } from '../../../ui/form/choice-cards.tsx';
import { withDetectedType } from '../../../ui/form/detect-file-type.ts';
import { FileDrop } from '../../../ui/form/files/file-drop.tsx';
import { FormField } from '../../../ui/form/form.tsx';
import { CountedTextarea } from '../../../ui/form/input.tsx';
import { useUiText } from '../../../ui/text.ts';
import { DraftDialog, useDialogForm, useDialogSubmitKey } from '../../drafts/draft-dialog.tsx';
import { ReplyPicker } from '../replies/reply-picker.tsx';
import { ResultText } from '../replies/result-text.tsx';
import { useFieldsLeft } from '../replies/use-replies.ts';
import { type DeliveryValues, draftNameOf, type Method } from '../undo/held-decisions.ts';
import { submitDecision } from '../undo/submit-decision.ts';
import { RefusalNotice } from './conflict.tsx';
import { useDroppedFile } from './dropped-file.ts';
import { MoneyEffect } from './money-effect.tsx';
import { useOrdersStaffText } from './text.ts';

const accepted = {
  complete: /\.(pdf|jpe?g|png)$/i,
  re_upload: /\.(pdf|jpe?g|png|docx?)$/i,
};

interface DeliveryDialogProps {
  order: Order;
  kind: 'complete' | 're_upload';
  /** Already chosen, for example dropped on the order's page. */
  file?: File | undefined;
  /** What was typed before the decision was undone. */
  undone?: DeliveryValues | undefined;
  onClose: () => void;
  /** Opens the next order of the list, if there is one. */
  onNext?: (() => void) | undefined;
}

/** The key of the delivery method that a user last used on this device. */
const methodKey = (userId: number) => `delivery_method_${userId}`;

function readMethod(userId: number): Method | undefined {
  const stored = readStored(methodKey(userId));
  return stored === 'file' || stored === 'text' ? stored : undefined;
}

/** The texts for the two ways in which this dialog is opened. */
function useDeliveryText(isFirst: boolean) {
  const { work: text } = useOrdersStaffText();
  return isFirst
    ? {
        title: text.completeTitle,
        submit: text.complete,
        delivered: text.completeDone,
        failed: text.completeFailed,
        methodMissing: text.methodMissing,
        fileMissing: text.fileMissing,
        textMissing: text.textMissing,
        fileTypes: text.fileTypes,
      }
    : {
        title: text.reUploadTitle,
        submit: text.reUpload,
        delivered: text.reUploaded,
        failed: text.reUploadFailed,
        methodMissing: text.reMethodMissing,
        fileMissing: text.reFileMissing,
        textMissing: text.reTextMissing,
        fileTypes: text.fileTypesWide,
      };
}

function useDelivery({ order, kind, file: chosen, undone, onClose, onNext }: DeliveryDialogProps) {
  const user = useUser();
  const opensNext = useRef(false);
  const name = draftNameOf(kind, order.id);
  const submitKey = useDialogSubmitKey(name);
  const isFirst = kind === 'complete';
  const words = useDeliveryText(isFirst);
  const fieldsLeft = useFieldsLeft();
  const acceptedFile = chosen && accepted[kind].test(chosen.name) ? chosen : undefined;
  const blank = (): DeliveryValues => ({
    method: isFirst ? readMethod(user.id) : undefined,
    file: undefined,
    text: '',
    comment: '',
  });
  const form = useDialogForm(name, {
    blank,
    overrides: undone ?? (chosen && { method: 'file', file: acceptedFile }),
    // A dropped file that is gone cannot be selected.
    withoutFiles: ({ method, ...kept }) => ({
      ...kept,
      method: method === 'file' ? blank().method : method,
    }),
    check: ({ method, file, text, comment }) => ({
      method: method === undefined ? words.methodMissing : undefined,
      file: method === 'file' && !file ? words.fileMissing : undefined,
      text: method !== 'text' ? undefined : text.trim() === '' ? words.textMissing : fieldsLeft(text),
      comment: fieldsLeft(comment),
    }),
    async send(values) {
      const { method, file, text, comment } = values;
      const data = {
        ...(isFirst ? { status: 'completed' as const } : {}),
        note: comment.trim() === '' ? null : comment,
        ...(method === 'text' ? { text_content: text } : {}),
      };
      const form = new FormData();
      form.set('data', JSON.stringify(data));
      if (method === 'file' && file) form.set('file', file);
      const idempotencyKey = submitKey.for({ order: order.id, data, file: method === 'file' ? file : null });
      if (isFirst)
        return submitDecision({
          action: 'complete',
          values,
          order,
          form,
          userId: user.id,
          key: idempotencyKey,
        });
      await call('POST /account/orders/re-upload/:id/', { params: { id: order.id }, form, idempotencyKey });
      return 'sent';
    },
    keepsDraft: (outcome) => outcome === 'held',
    onSent(outcome) {
      submitKey.done();
      if (isFirst && form.values.method) writeStored(methodKey(user.id), form.values.method);
      if (outcome === 'sent') notify.success(words.delivered);
      onClose();
      if (opensNext.current) onNext?.();
    },
    failed: words.failed,
    words: (error) => retryableErrorMessage(error, words.failed),
    fieldsOf: () => ({}),
  });
  return { form, opensNext };
}

export function DeliveryDialog(props: DeliveryDialogProps) {
  const { order, kind, onClose, onNext } = props;
  const { work: text } = useOrdersStaffText();
  const common = useUiText().common;
  const format = useFormat();
  const isFirst = kind === 'complete';
  const words = useDeliveryText(isFirst);
  const { form, opensNext } = useDelivery(props);
  const { method, file, comment } = form.values;
  const take = async (given: File) => {
    const next = await withDetectedType(given);
    if (accepted[kind].test(next.name)) form.set({ method: 'file', file: next });
    else {
      form.set({ method: 'file' });
      form.refuse('', { file: text.wrongType });
    }
  };
  useDroppedFile(form.busy ? undefined : take);
  return (
    <DraftDialog
      form={form}
      size="wide"
      onClose={onClose}
      title={words.title(format.digits(order.id))}
      description={isFirst ? <MoneyEffect order={order} action="complete" /> : text.reUploadText}
      submit={words.submit}
      ctrlEnter
      next={
        onNext && {
          label: text.completeNext,
          onWanted: (wanted) => {
            opensNext.current = wanted;
          },
        }
      }
    >
      <ChoiceCards
        legend={text.method}
        name="method"
        value={method}
        error={form.errors.method}
        onChange={(value) => {
          form.set({ method: value });
          form.clear();
        }}
        choices={[
          { value: 'file', label: text.file },
          { value: 'text', label: text.text },
        ]}
      />
      {method === 'file' ? (
        <FileDrop
          label={text.fileLabel}
          hint={words.fileTypes}
          accept={isFirst ? '.pdf,.jpg,.jpeg,.png' : '.pdf,.jpg,.jpeg,.png,.doc,.docx'}
          required
          file={file}
          error={form.errors.file}
          disabled={form.busy}
          onFile={take}
          onRemove={() => form.set({ file: undefined })}
        />
      ) : null}
      {method === 'text' ? <ResultText form={form} order={order} /> : null}
      <ReplyPicker
        kind="note"
        order={order}
        value={comment}
        onPick={(picked) => form.set({ comment: picked })}
      />
      <FormField form={form} name="comment" label={`${text.comment} (${common.optional})`}>
        {(control) => <CountedTextarea {...control} limit={maximumNoteLength} />}
      </FormField>
      <RefusalNotice orderId={order.id} form={form} />
    </DraftDialog>
  );
}
