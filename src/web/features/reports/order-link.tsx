import { Link } from '@tanstack/react-router';
import { useFormat } from '../../lib/format.ts';
import { useReportsText } from './text.ts';

/** A link to the order that a movement of money belongs to. */
export function OrderLink({ order }: { order: number }) {
  const { movements: text } = useReportsText();
  const format = useFormat();
  return (
    <Link
      to="/admin/orders/details/$id"
      params={{ id: String(order) }}
      className="flex min-h-11 items-center text-sm text-accent-text underline underline-offset-4 lg:min-h-0"
    >
      {text.order(format.digits(order))}
    </Link>
  );
}
