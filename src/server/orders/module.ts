// Wires up the orders module.
import type { Notices } from '../notices/notices.service.ts';
import { createComputedGauge, toUnixSeconds } from '../platform/computed-gauge.ts';
import type { Base, Module } from '../platform/module.ts';
import type { Settings } from '../settings/settings.service.ts';
import { attachmentsRoutes } from './attachments/attachments.routes.ts';
import { type AttachmentsDeps, createAttachments } from './attachments/attachments.service.ts';
import { checksRoutes } from './checks/checks.routes.ts';
import { createChecks } from './checks/checks.service.ts';
import { readOpenOrders } from './due-times.queries.ts';
import { createDueTimes } from './due-times.service.ts';
import { createForgottenOrders } from './forgotten-orders.service.ts';
import { notesRoutes } from './notes/notes.routes.ts';
import { createOrderNotes } from './notes/notes.service.ts';
import { ordersRoutes } from './orders.routes.ts';
import { createOrders } from './orders.service.ts';
import { outagesRoutes } from './outages/outages.routes.ts';
import { createOutages } from './outages/outages.service.ts';
import { createPresence } from './presence.ts';
import { questionsRoutes } from './questions/questions.routes.ts';
import { createQuestions } from './questions/questions.service.ts';
import { refundsRoutes } from './refunds/refunds.routes.ts';
import { createRefunds } from './refunds/refunds.service.ts';
import { createSavedReplies } from './saved-replies/saved-replies.service.ts';
import { snoozesRoutes } from './snoozes/snoozes.routes.ts';
import { createSnoozes } from './snoozes/snoozes.service.ts';
import { tagsRoutes } from './tags/tags.routes.ts';
import { createOrderTags } from './tags/tags.service.ts';
import { viewsRoutes } from './views/views.routes.ts';
import { createSavedViews } from './views/views.service.ts';

interface OrdersModuleDeps extends Pick<AttachmentsDeps, 'catalogue' | 'files' | 'readPicture'> {
  readonly settings: Settings;
  readonly notices: Notices;
}

export function openOrders(base: Base, { settings, ...deps }: OrdersModuleDeps) {
  const { db, live } = base;
  const ordersDeps = {
    ...base,
    ...deps,
    hoursUntilDue: settings.hoursUntilDue,
    pauseRule: settings.pauseRule,
    forgottenRule: settings.forgottenRule,
  };
  const orders = createOrders(ordersDeps);
  const questions = createQuestions(ordersDeps);
  const outages = createOutages(ordersDeps);
  const attachments = createAttachments(ordersDeps);
  const checks = createChecks(ordersDeps);
  const notes = createOrderNotes(ordersDeps);
  const snoozes = createSnoozes(ordersDeps);
  const refunds = createRefunds({ ...ordersDeps, refundSumPaisa: settings.refundSumPaisa });
  const dueTimes = createDueTimes(db, deps.notices);
  const forgottenOrders = createForgottenOrders(ordersDeps);
  const presence = createPresence(db, () => live.wake());
  return {
    orders,
    attachments,
    dueTimes,
    forgottenOrders,
    presence,
    outages,
    refunds,
    snoozes,
    routes(binder) {
      ordersRoutes(binder, { orders, dueTimes, replies: createSavedReplies(db) });
      questionsRoutes(binder, questions);
      outagesRoutes(binder, outages);
      attachmentsRoutes(binder, attachments);
      checksRoutes(binder, checks);
      notesRoutes(binder, notes);
      tagsRoutes(binder, createOrderTags(db));
      viewsRoutes(binder, createSavedViews(db));
      snoozesRoutes(binder, snoozes);
      refundsRoutes(binder, refunds);
    },
    metrics: [
      createComputedGauge(
        'orders_overdue',
        'Open orders that are past their due time',
        async () => (await readOpenOrders(db)).overdue,
      ),
      createComputedGauge(
        'orders_oldest_open_timestamp_seconds',
        'When the oldest open order was placed',
        async () => toUnixSeconds((await readOpenOrders(db)).oldest),
      ),
    ],
    jobs: [
      { name: 'remove unused attachments', everySeconds: 3_600, run: () => attachments.removeUnused() },
      { name: 'report overdue orders', everySeconds: 60, run: dueTimes.notifyOverdue },
      { name: 'return forgotten orders', everySeconds: 60, run: forgottenOrders.returnAll },
      { name: 'tell of woken orders', everySeconds: 30, run: () => snoozes.notifyWoken() },
      { name: 'forget who left an order', everySeconds: 30, run: () => presence.removeOld() },
    ],
  } satisfies Module & Record<string, unknown>;
}
