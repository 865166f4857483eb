// Resolves a line of a settlement report: by what the provider reports, or with an explanation.

import type { SettlementItem } from '#contract/payments/operation-calls.ts';
import { call } from '../../lib/api/api.ts';
import { notify } from '../../lib/notify.ts';
import { ChoiceCards } from '../../ui/form/choice-cards.tsx';
import { FormField } from '../../ui/form/form.tsx';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { CountedTextarea } from '../../ui/form/input.tsx';
import { DraftDialog, useDialogForm } from '../drafts/draft-dialog.tsx';
import { usePaymentsStaffText } from './staff-text.ts';

const noteLimit = 500;

interface ResolveLineProps {
  fileId: string;
  item: SettlementItem;
  onClose: () => void;
}

export function ResolveLineDialog({ fileId, item, onClose }: ResolveLineProps) {
  const { settlements: text } = usePaymentsStaffText();
  const form = useDialogForm(`line:${fileId}:${item.position}`, {
    blank: () => ({ action: (item.payment ? 'settle' : 'explain') as 'settle' | 'explain', note: '' }),
    check: ({ note }) => ({ note: note.trim() === '' ? text.noteMissing : undefined }),
    send: (body) =>
      call('POST /account/settlements/:id/items/:position/resolve/', {
        params: { id: fileId, position: item.position },
        body,
      }),
    onSent() {
      notify.success(text.resolved);
      onClose();
    },
    failed: text.resolveFailed,
    quiet: true,
  });
  return (
    <DraftDialog
      form={form}
      onClose={onClose}
      title={text.resolveTitle}
      description={<span className="break-all">{item.transaction_id || item.invoice}</span>}
      submit={text.resolve}
    >
      <ChoiceCards
        legend={text.how}
        name="how"
        columns="grid-cols-1"
        value={form.values.action}
        onChange={(action) => form.set({ action })}
        choices={[
          { value: 'settle', label: text.settle, hint: text.settleHint },
          { value: 'explain', label: text.explain, hint: text.explainHint },
        ]}
      />
      <FormField form={form} name="note" label={text.note} required>
        {(control) => <CountedTextarea {...control} limit={noteLimit} />}
      </FormField>
      <FormRefusal form={form} />
    </DraftDialog>
  );
}
