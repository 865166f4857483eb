// The user's own account, the same for customers and staff: data, password, devices, second factor, audit log.
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { isUnreachable } from '../../lib/api/api-error.ts';
import { useUser } from '../../lib/session.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { lazyOverlay } from '../../ui/fetch-overlays.ts';
import { useTitle } from '../../ui/frame/title.ts';
import { SkeletonRows } from '../../ui/states.tsx';
import { Card, PageHeading } from '../../ui/surface.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { type AccountTab, accountTabs } from './account-tabs.ts';
import { ProfileImage } from './picture/profile-image.tsx';
import { ProfileFields, profileWords } from './profile-fields.tsx';
import { userQuery } from './queries.ts';
import { useAccountsText } from './text.ts';

const OtherTab = lazyOverlay(() => import('./other-tabs.tsx'));

const later = (tab: Exclude<AccountTab, 'person'>) => (
  <Suspense
    fallback={
      <Card className="max-w-3xl">
        <SkeletonRows rows={4} />
      </Card>
    }
  >
    <OtherTab tab={tab} />
  </Suspense>
);

interface MyAccountProps {
  tab: AccountTab;
  onTab: (tab: AccountTab) => void;
}

export function MyAccount({ tab, onTab }: MyAccountProps) {
  const text = useAccountsText();
  useTitle(text.title);
  return (
    <>
      <PageHeading title={text.title} />
      <Tabs
        label={text.title}
        value={tab}
        onChange={onTab}
        tabs={accountTabs.map((value) => ({
          value,
          label: text.tabs[value],
          content: value === 'person' ? <Person /> : later(value),
        }))}
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
