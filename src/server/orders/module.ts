// Wires up the orders module.
import type { Notices } from '../notices/notices.service.ts';
import type { Base, Module } from '../platform/module.ts';
import type { Settings } from '../settings/settings.service.ts';
import { createDueTimes } from './due-times.service.ts';
import type { OrdersDeps } from './order-steps.ts';
import { ordersRoutes } from './orders.routes.ts';
import { createOrders } from './orders.service.ts';
import { createPresence } from './presence.ts';
import { createSavedReplies } from './saved-replies.service.ts';

interface OrdersModuleDeps extends Pick<OrdersDeps, 'catalogue' | 'files'> {
  readonly settings: Settings;
  readonly notices: Notices;
}

export function openOrders(base: Base, { settings, ...deps }: OrdersModuleDeps) {
  const { db, live } = base;
  const orders = createOrders({ ...base, ...deps, hoursUntilDue: settings.hoursUntilDue });
  const dueTimes = createDueTimes(db, deps.notices);
  const presence = createPresence(db, () => live.wake());
  return {
    orders,
    dueTimes,
    presence,
    routes: (binder) => ordersRoutes(binder, { orders, dueTimes, replies: createSavedReplies(db) }),
    jobs: [
      { name: 'report overdue orders', everySeconds: 60, run: dueTimes.notifyOverdue },
      { name: 'forget who left an order', everySeconds: 600, run: () => presence.removeOld() },
    ],
  } satisfies Module & Record<string, unknown>;
}
