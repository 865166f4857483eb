// If staff must have a second factor, the back office stays closed until it is set up.
import { useNavigate } from '@tanstack/react-router';
import { SecondFactorSetUp } from '../../../features/accounts/second-factor.tsx';
import { useAccountsText } from '../../../features/accounts/text.ts';
import { useSignOut } from '../../../features/device/outbox/use-sign-out.tsx';
import { Button } from '../../../ui/button.tsx';
import { useTitle } from '../../../ui/frame/title.ts';
import { EntryFrame } from './entry-frame.tsx';

export function SecondFactorPage() {
  const { second: text, changePassword } = useAccountsText();
  const navigate = useNavigate();
  const { leave, question } = useSignOut();
  useTitle(text.setupTitle);
  return (
    <EntryFrame title={text.setupTitle} hint={text.setupHint}>
      <SecondFactorSetUp onDone={() => void navigate({ to: '/admin' })} />
      <Button variant="bare" className="mt-3 -ml-4 self-start" onClick={leave}>
        {changePassword.logout}
      </Button>
      {question}
    </EntryFrame>
  );
}
