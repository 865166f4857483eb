// A question to the customer about an order, and a form that answers it in place.
import { useEffect, useRef, useState } from 'react';
import { maximumAttachmentBytes } from '#contract/files/upload-rules.ts';
import type { Order, Question } from '#contract/orders/calls.ts';
import { isWaiting, maximumAnswerLength } from '#contract/orders/rules.ts';
import { call } from '../../../lib/api/api.ts';
import { useSubmitKey } from '../../../lib/api/submit-key.ts';
import { retryableErrorMessage } from '../../../lib/api/unknown-outcome.ts';
import { useFormat } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { useForm } from '../../../lib/use-form.ts';
import { Button } from '../../../ui/button.tsx';
import { withDetectedType } from '../../../ui/form/detect-file-type.ts';
import { FileDrop } from '../../../ui/form/files/file-drop.tsx';
import { Form, FormField } from '../../../ui/form/form.tsx';
import { CountedTextarea } from '../../../ui/form/input.tsx';
import { Badge, Callout, Card } from '../../../ui/surface.tsx';
import { useDraft } from '../../drafts/draft.ts';
import { useOrdersText } from '../text.ts';

const accepted = /\.(pdf|jpe?g|png)$/i;

/** Tells the customer if a question is withdrawn while they write the answer. */
function useNotifyWithdrawn(order: Order): void {
  const { timeline: text } = useOrdersText();
  const awaited = isWaiting(order) ? order.question?.id : undefined;
  const before = useRef(awaited);
  useEffect(() => {
    if (before.current !== undefined && !order.question) notify.news(text.what.withdraw);
    before.current = awaited;
  }, [awaited, order.question, text]);
}

/** Renders nothing unless an answer is awaited. */
export function QuestionCard({ order }: { order: Order }) {
  const { question: text } = useOrdersText();
  useNotifyWithdrawn(order);
  if (!order.question || !isWaiting(order)) return null;
  return (
    <Card
      className="mb-4 border-accent"
      title={text.title}
      description={text.hint}
      aside={<Badge tone="accent">{text.badge}</Badge>}
    >
      <p className="mb-4 text-lg break-words whitespace-pre-wrap" data-testid="question">
        {order.question.text}
      </p>
      <AnswerForm key={order.question.id} orderId={order.id} question={order.question} />
    </Card>
  );
}

interface Answer {
  text: string;
  file: File | undefined;
}

function useAnswerForm(orderId: number, question: Question) {
  const { question: text } = useOrdersText();
  const submitKey = useSubmitKey();
  const isPaper = question.kind === 'paper';
  // Typed text survives a reload; a file cannot.
  const typed = useDraft(`answer:${question.id}`, () => ({ text: '' }));
  const [file, setFile] = useState<File>();
  return useForm<Answer, unknown>({
    blank: { text: '', file: undefined },
    draft: {
      value: { text: typed.value.text, file },
      set(change) {
        const next = change({ text: typed.value.text, file });
        typed.set(() => ({ text: next.text }));
        setFile(next.file);
      },
    },
    check: (values) => ({
      text: !isPaper && values.text.trim() === '' ? text.textMissing : undefined,
      file: isPaper && !values.file ? text.fileMissing : undefined,
    }),
    send(values) {
      const data = { question: question.id, text: values.text.trim() };
      const form = new FormData();
      form.set('data', JSON.stringify(data));
      if (isPaper && values.file) form.set('file', values.file);
      return call('POST /account/orders/:id/answer/', {
        params: { id: orderId },
        form,
        idempotencyKey: submitKey.for({ order: orderId, data, file: values.file ?? null }),
      });
    },
    onSent() {
      submitKey.done();
      typed.forget();
      notify.success(text.sent);
    },
    failed: text.failed,
    words: (error) => retryableErrorMessage(error, text.failed),
    quiet: true,
  });
}

function AnswerForm({ orderId, question }: { orderId: number; question: Question }) {
  const { question: text } = useOrdersText();
  const format = useFormat();
  const form = useAnswerForm(orderId, question);
  const isPaper = question.kind === 'paper';
  const take = async (given: File) => {
    const file = await withDetectedType(given);
    if (!accepted.test(file.name)) form.refuse('', { file: text.wrongType });
    else if (file.size > maximumAttachmentBytes)
      form.refuse('', { file: text.tooLarge(format.count(maximumAttachmentBytes / 1024 ** 2)) });
    else form.set({ file });
  };
  return (
    <Form form={form} className="grid gap-4">
      {isPaper ? (
        <FileDrop
          label={text.file}
          hint={text.fileHint}
          accept=".pdf,.jpg,.jpeg,.png"
          camera={text.camera}
          required
          file={form.values.file}
          error={form.errors.file}
          disabled={form.busy}
          onFile={take}
          onRemove={() => form.set({ file: undefined })}
        />
      ) : null}
      <FormField form={form} name="text" label={isPaper ? text.remark : text.answer} required={!isPaper}>
        {(control) => <CountedTextarea {...control} limit={maximumAnswerLength} />}
      </FormField>
      {form.refusal ? (
        <Callout tone="bad" role="alert">
          {form.refusal}
        </Callout>
      ) : null}
      <Button type="submit" busy={form.busy} className="justify-self-start max-sm:w-full">
        {text.send}
      </Button>
    </Form>
  );
}
