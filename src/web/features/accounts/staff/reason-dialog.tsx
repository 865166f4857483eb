// Asks for a reason before an audited reveal and, where required, for the second factor.

import { useQuery } from '@tanstack/react-query';
import { maximumReasonLength } from '#contract/accounts/impersonation-rules.ts';
import { FormField } from '../../../ui/form/form.tsx';
import { FormRefusal } from '../../../ui/form/form-refusal.tsx';
import { CountedTextarea, Input } from '../../../ui/form/input.tsx';
import { DraftDialog, useDialogForm } from '../../drafts/draft-dialog.tsx';
import { codeBody } from '../code-field.tsx';
import { secondFactorQuery } from '../queries.ts';
import { useAccountsStaffText } from './text.ts';

interface ReasonDialogProps {
  /** Name of the draft that keeps what was typed. */
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
  const form = useDialogForm(draftName, {
    blank: () => ({ reason: '', code: '' }),
    send: ({ reason, code }) => onConfirm({ reason, ...codeBody(code) }),
    failed,
    quiet: true,
  });
  return (
    <DraftDialog form={form} onClose={onClose} title={title} description={description} submit={confirmLabel}>
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
    </DraftDialog>
  );
}
