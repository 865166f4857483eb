// A note in lists: the order waits for the customer's answer. Separate from the answer form, which lists never show.
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
