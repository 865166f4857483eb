import { useNavigate, useSearch } from '@tanstack/react-router';
import { NoticeList } from '../../features/notices/notice-list.tsx';

export function AdminNoticesPage() {
  const search = useSearch({ from: '/admin/notices' });
  const navigate = useNavigate();
  return (
    <NoticeList
      area="admin"
      search={search}
      onSearch={(next) => void navigate({ to: '/admin/notices', search: next })}
    />
  );
}
