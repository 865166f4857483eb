import { ordersEndpoints } from '#contract/orders/calls.ts';
import type { OrderStatus } from '#contract/orders/flow.ts';
import { orderToolsEndpoints } from '#contract/orders/tool-calls.ts';
import { FieldFault } from '../platform/fault.ts';
import { bind } from '../platform/http/bind.ts';
import type { Binder } from '../platform/http/door.ts';
import type { Live } from '../platform/live/live.ts';
import type { DueTimes } from './due-times.service.ts';
import type { Orders } from './orders.service.ts';
import type { SavedReplies } from './saved-replies.service.ts';

export interface OrderServices {
  readonly orders: Orders;
  readonly dueTimes: DueTimes;
  readonly replies: SavedReplies;
}

export function ordersRoutes(binder: Binder, { orders, dueTimes, replies }: OrderServices, live: Live): void {
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
      due: query.due,
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
  bind(binder, orderToolsEndpoints.usualTimes, () => dueTimes.usualTimes());
  bind(binder, orderToolsEndpoints.orderNumber, ({ caller, params, ip }) =>
    orders.revealNumber(caller, params.id, ip),
  );
  bind(binder, orderToolsEndpoints.operators, () => orders.listOperators());
  bind(binder, orderToolsEndpoints.handOnOrder, async ({ caller, params, body, reply }) =>
    answer(await orders.handOn(caller, params.id, body.operator), reply),
  );
  bind(binder, orderToolsEndpoints.exportCompleted, async ({ caller, query, language, reply }) => {
    const table = await orders.exportCompleted(caller, query, language);
    return reply
      .type('text/csv; charset=utf-8')
      .header('Content-Disposition', 'attachment; filename="completed-orders.csv"')
      .header('Cache-Control', 'no-store')
      .send(table);
  });
  bind(binder, orderToolsEndpoints.savedReplies, () => replies.list());
  bind(binder, orderToolsEndpoints.addSavedReply, ({ caller, body }) => replies.add(caller, body));
  bind(binder, orderToolsEndpoints.changeSavedReply, ({ params, body }) => replies.change(params.id, body));
  bind(binder, orderToolsEndpoints.removeSavedReply, ({ params }) => replies.remove(params.id));
  bind(binder, ordersEndpoints.orderTimeline, ({ caller, params }) => orders.timeline(caller, params.id));
}
