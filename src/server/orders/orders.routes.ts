import { ordersEndpoints } from '#contract/orders/calls.ts';
import type { OrderStatus } from '#contract/orders/flow.ts';
import { orderToolsEndpoints } from '#contract/orders/tool-calls.ts';
import { FieldFault } from '../platform/fault.ts';
import type { Binder } from '../platform/http/admission.ts';
import { bind } from '../platform/http/bind.ts';
import { sendTable } from '../platform/http/send-table.ts';
import type { DueTimes } from './due-times.service.ts';
import type { Orders } from './orders.service.ts';
import type { SavedReplies } from './saved-replies/saved-replies.service.ts';

export interface OrderServices {
  readonly orders: Orders;
  readonly dueTimes: DueTimes;
  readonly replies: SavedReplies;
}

function savedReplyRoutes(binder: Binder, replies: SavedReplies): void {
  bind(binder, orderToolsEndpoints.savedReplies, () => replies.list());
  bind(binder, orderToolsEndpoints.addSavedReply, ({ caller, body }) => replies.add(caller, body));
  bind(binder, orderToolsEndpoints.changeSavedReply, ({ caller, params, body }) =>
    replies.change(caller, params.id, body),
  );
  bind(binder, orderToolsEndpoints.removeSavedReply, ({ caller, params }) =>
    replies.remove(caller, params.id),
  );
}

export function ordersRoutes(binder: Binder, { orders, dueTimes, replies }: OrderServices): void {
  bind(binder, ordersEndpoints.createOrder, ({ caller, body, idempotency }) =>
    orders.place(caller, body, idempotency),
  );
  bind(binder, ordersEndpoints.orders, ({ caller, query }) =>
    orders.list(caller, {
      status: query.status === undefined || query.status === 'all' ? undefined : query.status,
      service: query.service,
      due: query.due,
      takenBy: query.mine ? caller.userId : undefined,
      waiting: query.waiting === 'yes',
      snoozed: query.snoozed === 'mine' ? { by: caller.userId } : query.snoozed,
      tag: query.tag,
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
  bind(binder, ordersEndpoints.changeOrder, async ({ caller, params, body, file, idempotency }) => {
    const status: OrderStatus | undefined = body.status;
    if (status === 'completed') return orders.complete(caller, params.id, body, file, idempotency);
    if (status === 'rejected') return orders.reject(caller, params.id, body, idempotency);
    if (status === 'processing') return orders.take(caller, params.id);
    if (status === 'pending') return orders.handBack(caller, params.id, idempotency);
    throw new FieldFault({ status: ['required'] });
  });
  bind(binder, ordersEndpoints.reUpload, ({ caller, params, body, file, idempotency }) =>
    orders.reUpload(caller, params.id, body, file, idempotency),
  );
  bind(binder, ordersEndpoints.takeOrder, ({ caller, params }) => orders.take(caller, params.id));
  bind(binder, ordersEndpoints.cancelOrder, ({ caller, params, idempotency }) =>
    orders.cancel(caller, params.id, idempotency),
  );
  bind(binder, orderToolsEndpoints.usualTimes, () => dueTimes.usualTimes());
  bind(binder, orderToolsEndpoints.orderNumber, ({ caller, params, ip }) =>
    orders.revealNumber(caller, params.id, ip),
  );
  bind(binder, orderToolsEndpoints.earlierResults, ({ caller, params, ip }) =>
    orders.earlierResults(caller, params.id, ip),
  );
  bind(binder, orderToolsEndpoints.operators, () => orders.listOperators());
  bind(binder, orderToolsEndpoints.handOnOrder, ({ caller, params, body }) =>
    orders.handOn(caller, params.id, body.operator),
  );
  bind(binder, orderToolsEndpoints.exportCompleted, async ({ caller, query, language, reply }) => {
    const table = await orders.exportCompleted(caller, query, language);
    return sendTable(reply, 'completed-orders.csv', table);
  });
  bind(binder, orderToolsEndpoints.exportMarked, async ({ caller, query, language, reply }) => {
    const table = await orders.exportMarked(caller, query.ids.split(',').map(Number), language);
    return sendTable(reply, 'orders.csv', table);
  });
  bind(binder, ordersEndpoints.orderTimeline, ({ caller, params }) => orders.timeline(caller, params.id));
  savedReplyRoutes(binder, replies);
}
