import type { OrderStatus } from '#contract/orders/flow.ts';
import { Badge, type Tone } from '../../ui/surface.tsx';
import { useOrdersText } from './text.ts';

const tones = {
  pending: 'warn',
  processing: 'accent',
  completed: 'good',
  rejected: 'bad',
  cancelled: 'neutral',
} as const satisfies Record<OrderStatus, Tone>;

export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  const { statuses } = useOrdersText();
  return <Badge tone={tones[status] ?? 'neutral'}>{statuses[status] ?? status}</Badge>;
}
