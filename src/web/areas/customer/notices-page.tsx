import { useNavigate, useSearch } from '@tanstack/react-router';
import { NoticeList } from '../../features/notices/notice-list.tsx';

export function NoticesPage() {
  const search = useSearch({ from: '/app/notices' });
  const navigate = useNavigate();
  return (
    <NoticeList
      area="app"
      search={search}
      onSearch={(next) => void navigate({ to: '/app/notices', search: next })}
    />
  );
}
