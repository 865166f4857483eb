import { useNavigate, useSearch } from '@tanstack/react-router';
import { MyAccount } from '../../features/accounts/my-account.tsx';

export function ProfilePage() {
  const { tab = 'person' } = useSearch({ from: '/app/profile' });
  const navigate = useNavigate();
  return (
    <MyAccount
      tab={tab}
      onTab={(next) =>
        void navigate({ to: '/app/profile', replace: true, search: next === 'person' ? {} : { tab: next } })
      }
    />
  );
}
