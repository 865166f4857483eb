import type { OrderStatus } from '#contract/order-flow.ts';
import { ordersEndpoints } from '#contract/orders.ts';
import { FieldFault } from '../platform/fault.ts';
import { type Binder, bind } from '../platform/http/bind.ts';
import type { Live } from '../platform/live/live.ts';
import type { Orders } from './orders.service.ts';

export function ordersRoutes(binder: Binder, orders: Orders, live: Live): void {
  /** Answers what was kept, and lets the live channel look. */
  const answer = <T>(kept: { status: number; body: T }, reply: { status(code: number): unknown }): T => {
    live.wake();
    reply.status(kept.status);
    return kept.body;
  };

  bind(binder, ordersEndpoints.createOrder, async ({ caller, body, idempotency, reply }) =>
    answer(await orders.place(caller, body, idempotency), reply),
  );
  bind(binder, ordersEndpoints.orders, ({ caller, query }) =>
    orders.list(caller, {
      status: query.status === undefined || query.status === 'all' ? undefined : query.status,
      service: query.service,
      search: query.search,
      user: query.user,
      page: query.page,
      pageSize: query.page_size,
    }),
  );
  bind(binder, ordersEndpoints.completedOrders, ({ caller, query }) =>
    orders.listCompleted(caller, {
      search: query.search,
      user: query.user,
      page: query.page,
      pageSize: query.page_size,
    }),
  );
  bind(binder, ordersEndpoints.order, ({ caller, params, ip }) => orders.get(caller, params.id, ip));
  bind(binder, ordersEndpoints.changeOrder, async ({ caller, params, body, file, idempotency, reply }) => {
    const status: OrderStatus | undefined = body.status;
    if (status === 'completed')
      return answer(await orders.complete(caller, params.id, body, file, idempotency), reply);
    if (status === 'rejected')
      return answer(await orders.reject(caller, params.id, body.note ?? '', idempotency), reply);
    if (status === 'processing') return answer(await orders.take(caller, params.id), reply);
    if (status === 'pending') return answer(await orders.handBack(caller, params.id, idempotency), reply);
    throw new FieldFault({ status: ['required'] });
  });
  bind(binder, ordersEndpoints.reUpload, async ({ caller, params, body, file, idempotency, reply }) =>
    answer(await orders.reUpload(caller, params.id, body, file, idempotency), reply),
  );
  bind(binder, ordersEndpoints.takeOrder, async ({ caller, params, reply }) =>
    answer(await orders.take(caller, params.id), reply),
  );
  bind(binder, ordersEndpoints.cancelOrder, async ({ caller, params, idempotency, reply }) =>
    answer(await orders.cancel(caller, params.id, idempotency), reply),
  );
  bind(binder, ordersEndpoints.orderTimeline, ({ caller, params }) => orders.timeline(caller, params.id));
}
