// The tabs of the user's own account that are not shown when the page opens.
import { useUser } from '../../lib/session.ts';
import { Card } from '../../ui/surface.tsx';
import { OwnEvents } from '../audit-log/own-events.tsx';
import { KeepingCard } from '../device/kept/keeping-card.tsx';
import { MyData } from '../privacy/my-data.tsx';
import type { AccountTab } from './account-tabs.ts';
import { Devices } from './devices.tsx';
import { PasswordForm } from './password/password-form.tsx';
import { SecondFactor } from './second-factor.tsx';
import { useAccountsText } from './text.ts';

export default function OtherTab({ tab }: { tab: Exclude<AccountTab, 'person'> }) {
  const { password } = useAccountsText();
  const isCustomer = useUser().roles.every((role) => role === 'customer');
  const contents = {
    password: (
      <Card className="max-w-xl" title={password.title} description={password.hint}>
        <PasswordForm />
      </Card>
    ),
    devices: (
      <div className="space-y-4">
        {isCustomer ? <KeepingCard /> : null}
        <Devices />
      </div>
    ),
    second: <SecondFactor />,
    trail: <OwnEvents />,
    data: <MyData />,
  };
  return contents[tab];
}
