// Your own account, the same for customers and staff: data, password, devices, second factor, audit log.
import { useQuery } from '@tanstack/react-query';
import { isUnreachable } from '../../lib/api/api-error.ts';
import { useUser } from '../../lib/session.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { useTitle } from '../../ui/frame/title.ts';
import { SkeletonRows } from '../../ui/states.tsx';
import { Card, PageHeading } from '../../ui/surface.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { OwnEvents } from '../audit-log/own-events.tsx';
import { KeepingCard } from '../device/keeping-card.tsx';
import { MyData } from '../privacy/my-data.tsx';
import { type AccountTab, accountTabs } from './account-tabs.ts';
import { Devices } from './devices.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileFields, profileWords } from './profile-fields.tsx';
import { ProfileImage } from './profile-image.tsx';
import { userQuery } from './queries.ts';
import { SecondFactor } from './second-factor.tsx';
import { useAccountsText } from './text.ts';

interface MyAccountProps {
  tab: AccountTab;
  onTab: (tab: AccountTab) => void;
}

export function MyAccount({ tab, onTab }: MyAccountProps) {
  const text = useAccountsText();
  const isCustomer = useUser().roles.every((role) => role === 'customer');
  useTitle(text.title);
  const contents = {
    person: <Person />,
    password: (
      <Card className="max-w-xl" title={text.password.title} description={text.password.hint}>
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
  return (
    <>
      <PageHeading title={text.title} />
      <Tabs
        label={text.title}
        value={tab}
        onChange={onTab}
        tabs={accountTabs.map((value) => ({ value, label: text.tabs[value], content: contents[value] }))}
      />
    </>
  );
}

function Person() {
  const { profile } = useAccountsText();
  const { id } = useUser();
  const { data, isPending, isError, error, refetch } = useQuery(userQuery(id));
  return (
    <Card className="max-w-3xl">
      {isError && !data ? (
        <ErrorState
          title={isUnreachable(error) ? profile.failed : profileWords(error, profile, profile.failed)}
          onRetry={() => void refetch()}
        />
      ) : isPending ? (
        <SkeletonRows rows={7} />
      ) : (
        <>
          <ProfileImage user={data} />
          <ProfileFields user={data} />
        </>
      )}
    </Card>
  );
}
