// Where a notice leads, for the bell and for the mail that repeats it. Apart from the kinds, because every page has a bell.

interface Target {
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
}

/** Lists and overviews of the back office, by what a notice is about. */
const staffPages: Readonly<Record<string, string>> = {
  service: '/admin/services',
  cash_request: '/admin/approvals',
  trail: '/admin/users/activity',
  job: '/admin/jobs',
  disk: '/admin/checkup',
};

/** @param area the reader's */
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
