// Asks why before something is opened that leaves a trace; where it is wanted, for the second factor too.
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { longestReason } from '#contract/accounts/impersonation-rules.ts';
import { ApiError, errorWords } from '../../lib/api-error.ts';
import { useOfficeText } from '../../text/office.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { CountedTextarea, Input } from '../../ui/input.tsx';
import { Notice } from '../../ui/surface.tsx';
import { secondFactorQuery } from './queries.ts';
import { useAccountsStaffText } from './staff-text.ts';

interface ReasonDialogProps {
  title: string;
  description: string;
  confirmLabel: string;
  failed: string;
  asksFactor?: boolean;
  onGiven: (given: { reason: string; code?: string }) => Promise<void>;
  onClose: () => void;
}

export function ReasonDialog({
  title,
  description,
  confirmLabel,
  failed,
  asksFactor = false,
  onGiven,
  onClose,
}: ReasonDialogProps) {
  const { reason: text } = useOfficeText();
  const { roles } = useAccountsStaffText();
  const common = useText().common;
  const [reason, setReason] = useState('');
  const [code, setCode] = useState('');
  const factor = useQuery({ ...secondFactorQuery(), enabled: asksFactor });
  const give = useMutation({
    mutationFn: () => onGiven({ reason, ...(code.trim() === '' ? {} : { code: code.trim() }) }),
  });
  const fields = give.error instanceof ApiError ? give.error.fields : {};
  return (
    <Dialog
      open
      onClose={onClose}
      locked={give.isPending}
      title={title}
      description={description}
      footer={
        <>
          <Button look="quiet" onClick={onClose} disabled={give.isPending}>
            {common.cancel}
          </Button>
          <Button busy={give.isPending} onClick={() => give.mutate()}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <Field label={text.label} hint={text.hint} error={fields.reason} className="mt-3" required>
        {(control) => (
          <CountedTextarea
            {...control}
            name="reason"
            rows={3}
            limit={longestReason}
            maxLength={longestReason}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
      {factor.data?.enabled ? (
        <Field label={roles.code} hint={roles.codeHint} error={fields.code} className="mt-3" required>
          {(control) => (
            <Input
              {...control}
              name="code"
              autoComplete="one-time-code"
              maxLength={40}
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
          )}
        </Field>
      ) : null}
      {give.isError && Object.keys(fields).length === 0 ? (
        <Notice tone="bad" role="alert" className="mt-3">
          {errorWords(give.error, failed)}
        </Notice>
      ) : null}
    </Dialog>
  );
}
