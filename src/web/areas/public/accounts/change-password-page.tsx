import { useNavigate } from '@tanstack/react-router';
import { PasswordForm } from '../../../features/accounts/password/password-form.tsx';
import { useAccountsText } from '../../../features/accounts/text.ts';
import { useSignOut } from '../../../features/device/outbox/use-sign-out.tsx';
import { session } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { useTitle } from '../../../ui/frame/title.ts';
import { EntryFrame } from './entry-frame.tsx';

/** The only page open to a user whose password was set by someone else. */
export function ChangePasswordPage() {
  const text = useAccountsText();
  const navigate = useNavigate();
  const { leave, question } = useSignOut();
  useTitle(text.changePassword.title);
  return (
    <EntryFrame title={text.changePassword.title} hint={text.changePassword.hint}>
      <PasswordForm
        onDone={() => {
          const current = session();
          void navigate({
            to: current.status === 'signed_in' && current.isAdmin ? '/admin' : '/app',
          });
        }}
      />
      <Button variant="bare" className="mt-3" onClick={leave}>
        {text.changePassword.logout}
      </Button>
      {question}
    </EntryFrame>
  );
}
