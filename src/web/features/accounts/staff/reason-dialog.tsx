// Asks for a reason before an audited reveal; where required, for the second factor too.

import { useQuery } from '@tanstack/react-query';
import { maximumReasonLength } from '#contract/accounts/impersonation-rules.ts';
import { useForm } from '../../../lib/use-form.ts';
import { FormField } from '../../../ui/form/form.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { FormRefusal } from '../../../ui/form/form-refusal.tsx';
import { CountedTextarea, Input } from '../../../ui/form/input.tsx';
import { useDialogDraft } from '../../drafts/draft.ts';
import { DraftNotice } from '../../drafts/draft-notice.tsx';
import { codeBody } from '../code-field.tsx';
import { secondFactorQuery } from '../queries.ts';
import { useAccountsStaffText } from './text.ts';

interface ReasonDialogProps {
  /** Under which what was typed is kept. */
  draftName: string;
  title: string;
  description: string;
  confirmLabel: string;
  failed: string;
  asksFactor?: boolean;
  onConfirm: (given: { reason: string; code?: string }) => Promise<void>;
  onClose: () => void;
}

export function ReasonDialog({
  draftName,
  title,
  description,
  confirmLabel,
  failed,
  asksFactor = false,
  onConfirm,
  onClose,
}: ReasonDialogProps) {
  const { reason: text, roles } = useAccountsStaffText();
  const factor = useQuery({ ...secondFactorQuery(), enabled: asksFactor });
  const blank = () => ({ reason: '', code: '' });
  const draft = useDialogDraft(draftName, blank);
  const form = useForm({
    blank,
    draft,
    send: ({ reason, code }) => onConfirm({ reason, ...codeBody(code) }),
    onSent: draft.markSaved,
    failed,
    quiet: true,
  });
  return (
    <FormDialog form={form} onClose={onClose} title={title} description={description} submit={confirmLabel}>
      {draft.restored ? <DraftNotice onForget={draft.forget} /> : null}
      <FormField form={form} name="reason" label={text.label} hint={text.hint} required>
        {(control) => (
          <CountedTextarea
            {...control}
            rows={3}
            limit={maximumReasonLength}
            maxLength={maximumReasonLength}
          />
        )}
      </FormField>
      {factor.data?.enabled ? (
        <FormField form={form} name="code" label={roles.code} hint={roles.codeHint} required>
          {(control) => <Input {...control} autoComplete="one-time-code" maxLength={40} />}
        </FormField>
      ) : null}
      <FormRefusal form={form} />
    </FormDialog>
  );
}
