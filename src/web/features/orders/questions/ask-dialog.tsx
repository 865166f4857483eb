// Asks the customer of an order for a word or a paper.
import type { Order } from '#contract/orders/calls.ts';
import { maximumNoteLength, type QuestionKind } from '#contract/orders/rules.ts';
import { call } from '../../../lib/api/api.ts';
import { useSubmitKey } from '../../../lib/api/submit-key.ts';
import { useFormat } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { useUser } from '../../../lib/session.ts';
import { useForm } from '../../../lib/use-form.ts';
import { ChoiceCards } from '../../../ui/form/choice-cards.tsx';
import { FormField } from '../../../ui/form/form.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { CountedTextarea } from '../../../ui/form/input.tsx';
import { submitKeyName, useDialogDraft } from '../../drafts/draft.ts';
import { DraftNotice } from '../../drafts/draft-notice.tsx';
import { RefusalNotice } from '../staff/conflict.tsx';
import { useOrdersStaffText } from '../staff/text.ts';

export function AskDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { ask: text } = useOrdersStaffText();
  const format = useFormat();
  const name = `ask:${order.id}`;
  const submitKey = useSubmitKey(submitKeyName(useUser().id, name));
  const blank = () => ({ kind: 'text' as QuestionKind, text: '' });
  const draft = useDialogDraft(name, blank);
  const form = useForm({
    blank,
    draft,
    check: (values) => ({ text: values.text.trim() === '' ? text.missing : undefined }),
    send({ kind, text: typed }) {
      const body = { kind, text: typed.trim() };
      return call('POST /account/orders/:id/question/', {
        params: { id: order.id },
        body,
        idempotencyKey: submitKey.for({ order: order.id, body }),
      });
    },
    onSent() {
      submitKey.done();
      draft.markSaved();
      notify.success(text.sent);
      onClose();
    },
    failed: text.failed,
    quiet: true,
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={text.title(format.digits(order.id))}
      description={text.hint}
      submit={text.submit}
      ctrlEnter
    >
      {draft.restored ? <DraftNotice onForget={draft.forget} /> : null}
      <ChoiceCards
        legend={text.kind}
        name="kind"
        value={form.values.kind}
        onChange={(kind) => form.set({ kind })}
        choices={[
          { value: 'text', label: text.kinds.text },
          { value: 'paper', label: text.kinds.paper },
        ]}
      />
      <FormField form={form} name="text" label={text.question} required>
        {(control) => <CountedTextarea {...control} data-begin="" limit={maximumNoteLength} />}
      </FormField>
      <RefusalNotice orderId={order.id} form={form} />
    </FormDialog>
  );
}
