// For staff: how many orders of a customer are open, and the newest of them.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormat } from '../../../lib/format.ts';
import { useServiceName } from '../../../lib/service-name.tsx';
import { ordersOfQuery } from '../../orders/queries.ts';
import { useOrdersText } from '../../orders/text.ts';

const figure = 'flex items-center justify-between gap-4';

/** The figure links to exactly the orders that it counts. */
export function OpenOrdersOf({ user, status }: { user: number; status: 'pending' | 'processing' }) {
  const { statuses } = useOrdersText();
  const format = useFormat();
  const nameOf = useServiceName();
  const { data } = useQuery(ordersOfQuery(user, status));
  if (!data) return null;
  const words = (
    <>
      <span className="text-sm">{statuses[status]}</span>
      <span>{format.digits(data.count)}</span>
    </>
  );
  return (
    <div className="py-2">
      {data.count === 0 ? (
        <p className={figure}>{words}</p>
      ) : (
        <Link
          to="/admin/orders"
          search={{ user, status }}
          className={`${figure} min-h-11 text-accent-text underline underline-offset-4`}
        >
          {words}
        </Link>
      )}
      {data.results.map((order) => (
        <Link
          key={order.id}
          to="/admin/orders/details/$id"
          params={{ id: String(order.id) }}
          className="flex min-h-11 items-center text-accent-text underline underline-offset-4"
        >
          {`#${format.digits(order.id)} ${nameOf(order.service)}`}
        </Link>
      ))}
    </div>
  );
}
