// The live channel for clients: who may subscribe to what, and how events are presented.
import { isStaff } from '#contract/access.ts';
import { liveEndpoints } from '#contract/live/calls.ts';
import { hello, ready } from '#contract/live/rules.ts';
import { toTakaNumber } from '#contract/money.ts';
import type { Accounts } from './accounts/accounts.service.ts';
import * as ledger from './ledger/ledger.ts';
import type { Orders } from './orders/orders.service.ts';
import type { createPresence } from './orders/presence.ts';
import type { Database } from './platform/database/connect.ts';
import { type Binder, isAdmitted } from './platform/http/admission.ts';
import { bindChannel } from './platform/http/bind.ts';
import { bufferMessages } from './platform/live/early-messages.ts';
import { limitMessages } from './platform/live/limit-messages.ts';
import { type Audience, type Live, sendText } from './platform/live/live.ts';
import { findMissedEvents } from './platform/live/missed-events.ts';
import type { Caller } from './platform/request/caller.ts';

const question = JSON.stringify(hello);
const answerOf = (missed?: readonly string[]) => Buffer.from(JSON.stringify({ ...ready, missed }));
const answer = answerOf();

interface LiveChannelDeps {
  readonly db: Database;
  readonly live: Live;
  readonly accounts: Accounts;
  readonly presence: ReturnType<typeof createPresence>;
  readonly orders: Orders;
}

const audiencesOf = ({ roles, userId }: Caller): Audience[] => [
  ...(isStaff(roles) ? (['staff'] as const) : []),
  `user:${userId}`,
  'everybody',
];

export function serveLiveChannel(
  binder: Binder,
  { db, live, accounts, presence, orders }: LiveChannelDeps,
): void {
  live.setPresenter(async (event, audience) => {
    if (event.type === 'balance') {
      const { availablePaisa } = await ledger.getBalance(db, event.userId);
      return { type: 'balance', current_balance: toTakaNumber(availablePaisa) };
    }
    if (!('orderId' in event)) return event;
    if (event.type === 'viewers') {
      const viewers = await presence.viewersOf(event.orderId);
      return { type: 'viewers', order_id: event.orderId, viewers };
    }
    const order =
      event.type === 'order_deleted'
        ? undefined
        : await orders.findPresented(
            event.orderId,
            audience === 'staff' ? 'staff' : 'customer',
            event.type === 'order_created',
          );
    return { type: event.type, order: order ?? null, order_id: event.orderId };
  });

  bindChannel(binder, liveEndpoints.channel, async (socket, request) => {
    limitMessages(socket, request.raw.socket);
    const listen = bufferMessages(socket);
    const { ticket, unheard_ms: unheardMs } = request.query as { ticket?: unknown; unheard_ms?: unknown };
    const holder = await live.useTicket(String(ticket ?? '')).catch(() => undefined);
    if (!holder) return socket.close(4401, 'no ticket');
    const caller = await live.subscribe(socket, holder, async () => {
      const found = await accounts.findCallerBySession(holder.sessionId);
      return isAdmitted(liveEndpoints.ticket, found)
        ? { caller: found, audiences: audiencesOf(found) }
        : undefined;
    });
    if (!caller) return;
    // `hello` only asks whether the page is subscribed: after the reply it misses no event, so data loaded from then on stay complete.
    let first: Promise<string[] | undefined> | undefined =
      unheardMs === undefined
        ? undefined
        : findMissedEvents(db, holder, audiencesOf(caller), Number(unheardMs)).catch(() => undefined);
    const onMessage = presence.watch(socket, caller);
    const onHello = async () => {
      const missed = await first;
      first = undefined;
      sendText(socket, missed ? answerOf(missed) : answer);
    };
    listen((text) => (text === question ? void onHello() : onMessage(text)));
  });
}
