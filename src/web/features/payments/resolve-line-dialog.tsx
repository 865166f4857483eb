// Resolves one line of a settlement report: by what the provider reports, or with an explanation.

import type { SettlementItem } from '#contract/payments/operation-calls.ts';
import { call } from '../../lib/api/api.ts';
import { notify } from '../../lib/notify.ts';
import { useForm } from '../../lib/use-form.ts';
import { ChoiceCards } from '../../ui/form/choice-cards.tsx';
import { FormField } from '../../ui/form/form.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { CountedTextarea } from '../../ui/form/input.tsx';
import { useDialogDraft } from '../drafts/draft.ts';
import { DraftNotice } from '../drafts/draft-notice.tsx';
import { usePaymentsStaffText } from './staff-text.ts';

const noteLimit = 500;

interface ResolveLineProps {
  fileId: string;
  item: SettlementItem;
  onClose: () => void;
}

export function ResolveLineDialog({ fileId, item, onClose }: ResolveLineProps) {
  const { settlements: text } = usePaymentsStaffText();
  const blank = () => ({ action: (item.payment ? 'settle' : 'explain') as 'settle' | 'explain', note: '' });
  const draft = useDialogDraft(`line:${fileId}:${item.position}`, blank);
  const form = useForm({
    blank,
    draft,
    check: ({ note }) => ({ note: note.trim() === '' ? text.noteMissing : undefined }),
    send: (body) =>
      call('POST /account/settlements/:id/items/:position/resolve/', {
        params: { id: fileId, position: item.position },
        body,
      }),
    onSent() {
      draft.markSaved();
      notify.success(text.resolved);
      onClose();
    },
    failed: text.resolveFailed,
    quiet: true,
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={text.resolveTitle}
      description={<span className="break-all">{item.transaction_id || item.invoice}</span>}
      submit={text.resolve}
    >
      {draft.restored ? <DraftNotice onForget={draft.forget} /> : null}
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
    </FormDialog>
  );
}
