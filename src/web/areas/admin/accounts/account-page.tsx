import { useNavigate, useSearch } from '@tanstack/react-router';
import { MyAccount } from '../../../features/accounts/my-account.tsx';

/** The same account pages as a customer's; staff have no other place for them. */
export function AdminAccountPage() {
  const { tab = 'person' } = useSearch({ from: '/admin/account' });
  const navigate = useNavigate();
  return (
    <MyAccount
      tab={tab}
      onTab={(next) =>
        void navigate({ to: '/admin/account', replace: true, search: next === 'person' ? {} : { tab: next } })
      }
    />
  );
}
