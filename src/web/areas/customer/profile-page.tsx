import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PasswordForm } from '../../features/accounts/password-form.tsx';
import { call } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useUser } from '../../lib/session.ts';
import { usePortalText } from '../../text/portal.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { Card, Fact, Facts, PageHeading } from '../../ui/surface.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useTitle } from '../../ui/title.ts';

export function ProfilePage() {
  const { profile } = usePortalText();
  const [tab, setTab] = useState<'person' | 'password'>('person');
  useTitle(profile.title);
  return (
    <>
      <PageHeading title={profile.title} />
      <Tabs
        label={profile.title}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'person', label: profile.person, content: <Person /> },
          {
            value: 'password',
            label: profile.password,
            content: (
              <Card className="max-w-xl">
                <PasswordForm />
              </Card>
            ),
          },
        ]}
      />
    </>
  );
}

function Person() {
  const { profile } = usePortalText();
  const format = useFormat();
  const { id } = useUser();
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: ['user', id],
    queryFn: ({ signal }) => call('GET /account/user/:id/', { params: { id }, signal }),
  });
  if (isError) {
    return (
      <Card>
        <ErrorState title={profile.failed} onRetry={() => void refetch()} />
      </Card>
    );
  }
  if (isPending) {
    return (
      <Card>
        <SkeletonRows rows={5} />
      </Card>
    );
  }
  const name = `${data.first_name} ${data.last_name}`.trim();
  return (
    <Card className="max-w-3xl">
      <div className="mb-4 flex items-center gap-4">
        <Avatar
          name={name}
          seed={data.username}
          image={data.profile.profile_image}
          className="size-16 text-2xl"
        />
        <div className="min-w-0">
          <h2 className="text-lg">{name}</h2>
          <p className="text-muted">{data.username}</p>
        </div>
      </div>
      <Facts>
        <Fact label={profile.phone}>
          {data.profile.phone === '' ? profile.none : format.digits(data.profile.phone)}
        </Fact>
        <Fact label={profile.address}>{data.profile.address || profile.none}</Fact>
        <Fact label={profile.joined}>{format.date(data.date_joined)}</Fact>
        <Fact label={profile.supportCode}>
          <span className="font-medium">{data.profile.p_code}</span>
          <span className="block text-sm text-muted">{profile.supportCodeHint}</span>
        </Fact>
      </Facts>
    </Card>
  );
}
