// The text of a notice.
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
