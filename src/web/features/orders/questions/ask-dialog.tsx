// Asks the customer of an order for information or a paper.
import type { Order } from '#contract/orders/calls.ts';
import { maximumNoteLength, type QuestionKind } from '#contract/orders/rules.ts';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { ChoiceCards } from '../../../ui/form/choice-cards.tsx';
import { FormField } from '../../../ui/form/form.tsx';
import { CountedTextarea } from '../../../ui/form/input.tsx';
import { DraftDialog, useDialogForm, useDialogSubmitKey } from '../../drafts/draft-dialog.tsx';
import { RefusalNotice } from '../staff/conflict.tsx';
import { useOrdersStaffText } from '../staff/text.ts';

export function AskDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { ask: text } = useOrdersStaffText();
  const format = useFormat();
  const name = `ask:${order.id}`;
  const submitKey = useDialogSubmitKey(name);
  const form = useDialogForm(name, {
    blank: () => ({ kind: 'text' as QuestionKind, text: '' }),
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
      notify.success(text.sent);
      onClose();
    },
    failed: text.failed,
    quiet: true,
  });
  return (
    <DraftDialog
      form={form}
      onClose={onClose}
      title={text.title(format.digits(order.id))}
      description={text.hint}
      submit={text.submit}
      ctrlEnter
    >
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
    </DraftDialog>
  );
}
