// The page that a notice links to, in the bell and in emails. Separate from the kinds, because every page has a bell.

interface Target {
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
}

/** Lists and overviews of the back office, by the kind of a notice's object. */
const staffPages: Readonly<Record<string, string>> = {
  service: '/admin/services',
  cash_request: '/admin/approvals',
  trail: '/admin/users/activity',
  job: '/admin/jobs',
  disk: '/admin/checkup',
};

/** @param area area of the reader */
export function noticeTarget({ kind, id }: { kind: string; id: string }, area: 'app' | 'admin'): Target {
  if (area === 'app') {
    if (kind === 'order') return { to: `/app/my-orders/${id}` };
    if (kind === 'trail') return { to: '/app/profile', search: { tab: 'trail' } };
    return { to: '/app/recharge-history' };
  }
  if (kind === 'order') return { to: `/admin/orders/details/${id}` };
  if (kind === 'user') return { to: `/admin/user/details/${id}` };
  if (kind === 'payment') return { to: '/admin/payments', search: { payment: id } };
  return { to: staffPages[kind] ?? '/admin/dashboard' };
}
