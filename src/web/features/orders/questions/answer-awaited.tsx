// In lists: the order waits for the reader's answer. Apart from the form that answers, which lists never show.
import type { Order } from '#contract/orders/calls.ts';
import { isWaiting } from '#contract/orders/rules.ts';
import { Badge } from '../../../ui/surface.tsx';
import { useOrdersText } from '../text.ts';

export function AnswerAwaited({ order }: { order: Order }) {
  const { question: text } = useOrdersText();
  return isWaiting(order) ? (
    <span className="mt-1 block">
      <Badge tone="accent">{text.badge}</Badge>
    </span>
  ) : null;
}
