// What a notice says and where it leads.
import type { Notice } from '#contract/notices.ts';
import type { Format } from '../../lib/format.ts';
import type { NoticesText } from '../../text/notices.ts';

export function noticeWords(notice: Notice, text: NoticesText, format: Format): string {
  const words = text.kinds[notice.kind as keyof NoticesText['kinds']] ?? notice.kind;
  if (typeof words === 'string') return words;
  return words(
    format.digits(notice.facts.order ?? ''),
    notice.facts.amount === undefined ? '' : format.taka(notice.facts.amount),
  );
}

export function noticePath(notice: Notice, area: 'app' | 'admin'): string {
  if (notice.object.kind === 'order')
    return area === 'admin'
      ? `/admin/orders/details/${notice.object.id}`
      : `/app/my-orders/${notice.object.id}`;
  if (area === 'admin' && notice.object.kind === 'payment') return '/admin/payments';
  return area === 'admin' ? '/admin/dashboard' : '/app/recharge-history';
}
