import { impersonationMinutes } from '#contract/accounts/impersonation-rules.ts';
import { call } from '../../../lib/api/api.ts';
import { saveImpersonation } from '../../../lib/impersonation.ts';
import { heldDecisions } from '../../orders/undo/undo-window.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { useAccountsStaffText } from './text.ts';

/** Impersonation starts with a fresh page that contains nothing fetched by staff. */
export function ImpersonateDialog({
  user,
  onClose,
}: {
  user: { id: number; name: string };
  onClose: () => void;
}) {
  const { impersonation: text } = useAccountsStaffText();
  return (
    <ReasonDialog
      draftName={`view-as:${user.id}`}
      title={text.title(user.name)}
      description={text.text}
      confirmLabel={text.start}
      failed={text.failed}
      asksFactor
      onClose={onClose}
      onConfirm={async (given) => {
        const { id, token, user_info } = await call('POST /account/user/:id/view/', {
          params: { id: user.id },
          body: given,
        });
        // Sent first: after this, requests are made with the rights of the impersonation, which cannot change anything.
        await heldDecisions.flush();
        const isSaved = saveImpersonation({
          id,
          token,
          user: user_info,
          reason: given.reason.trim(),
          endsAtMs: Date.now() + impersonationMinutes * 60_000,
        });
        if (!isSaved) throw new Error('the next page would not find it');
        window.location.assign('/app');
      }}
    />
  );
}
