import { useQuery } from '@tanstack/react-query';
import { PasswordForm } from '../../features/accounts/password-form.tsx';
import { call } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useUser } from '../../lib/session.ts';
import { useTitle } from '../../lib/title.ts';
import { usePortalText } from '../../text/portal.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { Card, Fact, Facts, PageHeading } from '../../ui/surface.tsx';

export function ProfilePage() {
  const { profile } = usePortalText();
  useTitle(profile.title);
  return (
    <>
      <PageHeading title={profile.title} />
      <div className="grid items-start gap-4 lg:grid-cols-[3fr_2fr]">
        <Person />
        <Card title={profile.password}>
          <PasswordForm />
        </Card>
      </div>
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
    <Card>
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
