// The text of a notice and where it links to.
import type { Notice } from '#contract/notices/calls.ts';
import type { Format } from '../../lib/format.ts';
import type { NoticesText } from './text-bn.ts';

export function noticeWords(notice: Notice, text: NoticesText, format: Format): string {
  const words = text.kinds[notice.kind as keyof NoticesText['kinds']] ?? notice.kind;
  if (typeof words === 'string') return words;
  return words(
    format.digits(notice.facts.order ?? notice.facts.free ?? ''),
    notice.facts.amount === undefined ? '' : format.taka(notice.facts.amount),
  );
}

/** What a link needs to lead to what the notice is about. */
export function noticeTarget({ object }: Notice, area: 'app' | 'admin') {
  if (object.kind === 'trail') return { to: '/app/profile', search: { tab: 'trail' as const } };
  if (area === 'app')
    return { to: object.kind === 'order' ? `/app/my-orders/${object.id}` : '/app/recharge-history' };
  if (object.kind === 'order') return { to: `/admin/orders/details/${object.id}` };
  if (object.kind === 'service') return { to: '/admin/services' };
  if (object.kind === 'payment') return { to: '/admin/payments', search: { payment: object.id } };
  if (object.kind === 'cash_request') return { to: '/admin/approvals' };
  if (object.kind === 'user') return { to: `/admin/user/details/${object.id}` };
  if (object.kind === 'job') return { to: '/admin/jobs' };
  if (object.kind === 'disk') return { to: '/admin/checkup' };
  return { to: '/admin/dashboard' };
}
