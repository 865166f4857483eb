// Use cases of orders. Whatever changes a status moves the money and writes the timeline in the same transaction.

import { isStaff, rights } from '#contract/access.ts';
import type { NoticeKind } from '#contract/notices/rules.ts';
import type { Order, StaffOrder } from '#contract/orders/calls.ts';
import { findStep, type OrderAction, type OrderStatus } from '#contract/orders/flow.ts';
import { recordEvent } from '../audit-log/record-event.ts';
import type { Catalogue } from '../catalogue/catalogue.service.ts';
import { assertShownPrice } from '../catalogue/shown-price.ts';
import type { Files } from '../files/files.service.ts';
import { completionExtensions, replacementExtensions } from '../files/media-types.ts';
import * as ledger from '../ledger/ledger.ts';
import type { Notices } from '../notices/notices.service.ts';
import type { Database, Reader, Trx } from '../platform/database/connect.ts';
import { Fault, FieldFault } from '../platform/fault.ts';
import { emit } from '../platform/live/live.ts';
import type { Answer } from '../platform/request/answer.ts';
import type { Caller } from '../platform/request/caller.ts';
import type { Idempotency } from '../platform/request/idempotency.ts';
import { findFirstAnswer, once } from '../platform/request/idempotency.ts';
import type { UploadedFile } from '../platform/request/upload.ts';
import type { Vault } from '../platform/vault.ts';
import { balanceMoved } from '../wallet/wallet.service.ts';
import { createOrderLists } from './order-lists.service.ts';
import { createPresenter, numberPurpose, textPurpose } from './orders.presenter.ts';
import * as queries from './orders.queries.ts';
import { type OrderBody, readSubject, type Subject } from './orders.rules.ts';

export interface ResultBody {
  note?: string | null | undefined;
  text_content?: string | null | undefined;
}

/** What stands under an idempotency key. */
interface KeptOrder {
  id: number;
}

export type Orders = ReturnType<typeof createOrders>;

/** What the customer is told of in the bell, by what was done. */
const toldOf = {
  take: 'order_taken',
  complete: 'order_completed',
  re_upload: 'order_replaced',
  reject: 'order_rejected',
} as const satisfies Partial<Record<OrderAction, NoticeKind>>;

export interface OrdersDeps {
  readonly db: Database;
  readonly catalogue: Catalogue;
  readonly files: Files;
  readonly vault: Vault;
  readonly notices: Pick<Notices, 'tell' | 'tellColleague' | 'tellOfOrder'>;
  /** From now until something that takes so many hours is due: closed days do not count. */
  readonly hoursUntilDue: (hours: number) => Promise<number>;
}

export function createOrders({ db, catalogue, files, vault, notices, hoursUntilDue }: OrdersDeps) {
  const presenter = createPresenter(vault);
  const factsOf = (order: Order) => ({ order: order.id, service: order.service.name });
  const isWord = (action: OrderAction) =>
    action === 'complete' || action === 'reject' || action === 're_upload';

  const indexOf = (number: string) => vault.blindIndex(number, numberPurpose);

  const sealSubject = ({ number, pair }: Subject) => ({
    numberSealed: vault.sealText(number, numberPurpose),
    numberIndex: indexOf(number),
    numberLast4: number.slice(-4),
    pairSealed: pair ? vault.sealText(JSON.stringify(pair), numberPurpose) : null,
    tenIndex: pair ? indexOf(pair.ten) : null,
    seventeenIndex: pair ? indexOf(pair.seventeen) : null,
  });

  async function getPresented(reader: Reader, id: number): Promise<StaffOrder> {
    const row = await queries.findOrder(reader, id);
    if (!row) throw new Fault('not_found');
    return presenter.whole(row);
  }

  /** Like `once`; under the key stands the order's id alone, and a repeat shows the order as it is by then. */
  async function onceForOrder(
    caller: Caller,
    idempotency: Idempotency | undefined,
    status: number,
    work: (trx: Trx) => Promise<StaffOrder>,
  ): Promise<Answer<StaffOrder>> {
    let fresh: StaffOrder | undefined;
    const kept = await once<KeptOrder>(db, caller.userId, idempotency, status, async (trx) => {
      fresh = await work(trx);
      return { id: fresh.id };
    });
    const body = kept.isRepeat || !fresh ? await getPresented(db, kept.body.id) : fresh;
    return kept.with(body);
  }

  async function findFirstOrder(caller: Caller, idempotency: Idempotency | undefined) {
    const kept = await findFirstAnswer<KeptOrder>(db, caller.userId, idempotency);
    return kept?.with(await getPresented(db, kept.body.id));
  }

  /** Tells staff and customer of the order, and the customer of the balance when it moved. */
  async function tell(
    trx: Trx,
    type: 'order_created' | 'order_updated',
    order: { id: number; customerId: number; movedBalance: boolean },
  ): Promise<void> {
    const event = { type, orderId: order.id };
    await emit(trx, [
      { audience: 'staff', event },
      { audience: `user:${order.customerId}`, event },
      ...(order.movedBalance ? [balanceMoved(order.customerId)] : []),
    ]);
  }

  /** Locks the order and finds the step, or refuses. @throws Fault `not_found`, `order_state_conflict`, `order_taken_by_other` */
  async function lockForStep(
    trx: Trx,
    id: number,
    action: OrderAction,
    caller: Caller,
    by: 'staff' | 'owner',
  ) {
    const order = await queries.lockOrder(trx, id);
    if (!order || (by === 'owner' && order.customer_id !== caller.userId)) throw new Fault('not_found');
    const step = findStep(order.status as OrderStatus, action);
    if (step?.by !== by) throw new Fault('order_state_conflict');
    const isOthers =
      order.status === 'processing' && order.operator_id !== null && order.operator_id !== caller.userId;
    if (isOthers && !caller.roles.includes('owner')) throw new Fault('order_taken_by_other');
    return { order, step };
  }

  interface Settlement {
    holdId: string | null;
    settledBy: string | undefined;
    round: number;
    balanceAfterPaisa: bigint | undefined;
  }

  type Locked = Awaited<ReturnType<typeof lockForStep>>;

  /** Moves the money that the step asks for. An order of price zero holds nothing. */
  async function settle(trx: Trx, { order, step }: Locked, caller: Caller): Promise<Settlement> {
    const move = { userId: order.customer_id, actorId: caller.userId };
    const same: Settlement = {
      holdId: order.hold_id,
      settledBy: undefined,
      round: order.round,
      balanceAfterPaisa: undefined,
    };
    if (step.money === 'none' || order.price_paisa === 0n) return same;
    if (step.money === 'hold_and_capture') {
      const round = order.round + 1;
      const ref = `order:${order.id}:${round}`;
      const held = await ledger.hold(trx, { ...move, ref, amountPaisa: order.price_paisa });
      const captured = await ledger.capture(trx, held.transferId, { ...move, ref });
      return {
        holdId: held.transferId,
        settledBy: captured.transferId,
        round,
        balanceAfterPaisa: captured.availableAfterPaisa,
      };
    }
    if (order.hold_id === null) throw new Error('An open order has no hold');
    const ref = `order:${order.id}:${order.round}`;
    const settled =
      step.money === 'capture'
        ? await ledger.capture(trx, order.hold_id, { ...move, ref })
        : await ledger.release(trx, order.hold_id, { ...move, ref });
    return { ...same, settledBy: settled.transferId, balanceAfterPaisa: settled.availableAfterPaisa };
  }

  async function change(
    trx: Trx,
    id: number,
    action: OrderAction,
    caller: Caller,
    by: 'staff' | 'owner',
    note: string,
    result: { textContentSealed?: Buffer | null; attachmentId?: number | null; operatorId?: number } = {},
  ): Promise<StaffOrder> {
    const locked = await lockForStep(trx, id, action, caller, by);
    const settlement = await settle(trx, locked, caller);
    const { order, step } = locked;
    await queries.updateOrder(trx, id, {
      operatorId: action === 'hand_back' ? null : by === 'staff' ? caller.userId : order.operator_id,
      ...result,
      status: step.to,
      holdId: settlement.holdId,
      settledBy: settlement.settledBy,
      round: settlement.round,
      ...(settlement.balanceAfterPaisa === undefined
        ? {}
        : { balanceAfterPaisa: settlement.balanceAfterPaisa }),
      isCompleted: action === 'complete',
      isTaken: action === 'take',
      isUploadedAgain: action === 're_upload',
      ...(isWord(action) ? { staffNote: note } : {}),
    });
    await queries.insertTimeline(trx, {
      orderId: id,
      what: action,
      status: step.to,
      note,
      actorId: caller.userId,
    });
    // Cancelling is the customer's alone.
    if (by === 'staff' && action !== 'cancel') {
      await recordEvent(trx, {
        kind: `order.${action}`,
        actorId: caller.userId,
        subjectId: order.customer_id,
        object: { kind: 'order', id },
      });
    }
    const movedBalance = settlement.settledBy !== undefined;
    await tell(trx, 'order_updated', { id, customerId: order.customer_id, movedBalance });
    const presented = await getPresented(trx, id);
    const kind = (toldOf as Partial<Record<OrderAction, NoticeKind>>)[action];
    if (kind) await notices.tell(trx, order.customer_id, kind, { kind: 'order', id }, factsOf(presented));
    return presented;
  }

  /** A result is a file or a text, checked and stored before the transaction. @throws Fault, FieldFault */
  async function storeResult(body: ResultBody, upload: UploadedFile | undefined, allowed: readonly string[]) {
    const text = body.text_content ?? '';
    const hasFile = upload !== undefined && upload.bytes.length > 0;
    if (!hasFile && text === '') throw new Fault('result_missing');
    const stored = hasFile ? await files.storeAttachment(upload, allowed) : undefined;
    return { stored, text };
  }

  /** Finishes or replaces with a result; an attachment that no row points to in the end is removed again. */
  async function finish(
    caller: Caller,
    id: number,
    action: 'complete' | 're_upload',
    body: ResultBody,
    upload: UploadedFile | undefined,
    idempotency: Idempotency | undefined,
  ) {
    const earlier = await findFirstOrder(caller, idempotency);
    if (earlier) return earlier;
    const order = await queries.findOrder(db, id);
    if (!order) throw new Fault('not_found');
    if (!findStep(order.status as OrderStatus, action)) {
      // The same request may have ended between the two looks.
      const meanwhile = await findFirstOrder(caller, idempotency);
      if (meanwhile) return meanwhile;
      throw new Fault('order_state_conflict');
    }
    const { stored, text } = await storeResult(
      body,
      upload,
      action === 'complete' ? completionExtensions : replacementExtensions,
    );
    return onceForOrder(caller, idempotency, 200, async (trx) => {
      const attachment = stored ? await files.keepAttachment(trx, order.customer_id, stored) : undefined;
      return change(trx, id, action, caller, 'staff', body.note ?? '', {
        textContentSealed: text === '' ? null : vault.sealText(text, textPurpose),
        attachmentId: attachment?.id ?? null,
      });
    });
  }

  return {
    /**
     * Places an order: holds its price, writes the order and the first line of its timeline.
     * @throws FieldFault; Fault `price_changed`, `insufficient_balance`, `wallet_inactive`, `service_inactive`, `sub_type_mismatch`,
     *   `auto_service_not_orderable`
     */
    async place(caller: Caller, body: OrderBody, idempotency: Idempotency | undefined) {
      const orderable = await catalogue.getOrderable(db, body.service, body.sub_type);
      const subject = readSubject(body, orderable);
      const sealed = sealSubject(subject);
      const hours = await hoursUntilDue(orderable.workingHours);
      return onceForOrder(caller, idempotency, 201, async (trx) => {
        assertShownPrice(orderable.pricePaisa, body.shown_price);
        const id = await queries.nextOrderId(trx);
        const held =
          orderable.pricePaisa > 0n
            ? await ledger.hold(trx, {
                userId: caller.userId,
                actorId: caller.userId,
                ref: `order:${id}:1`,
                amountPaisa: orderable.pricePaisa,
              })
            : undefined;
        await queries.insertOrder(trx, {
          ...sealed,
          id,
          customerId: caller.userId,
          serviceId: orderable.serviceId,
          subTypeId: orderable.subTypeId,
          name: subject.name,
          note: body.note,
          pricePaisa: orderable.pricePaisa,
          holdId: held?.transferId ?? null,
          hoursUntilDue: hours,
        });
        await tell(trx, 'order_created', { id, customerId: caller.userId, movedBalance: held !== undefined });
        const placed = await getPresented(trx, id);
        await notices.tellOfOrder(trx, { kind: 'order', id }, factsOf(placed), caller.userId);
        return placed;
      });
    },

    ...createOrderLists({ db, vault, presenter }),

    /** One's own, or any for staff. @throws Fault `not_found` */
    async get(caller: Caller, id: number, ip: string): Promise<StaffOrder> {
      const order = await getPresented(db, id);
      if (order.user.id !== caller.userId && !isStaff(caller.roles)) throw new Fault('not_found');
      if (order.user.id !== caller.userId) {
        await recordEvent(db, {
          kind: 'order.opened',
          actorId: caller.userId,
          subjectId: order.user.id,
          object: { kind: 'order', id },
          ip,
        });
      }
      return order;
    },

    /** The whole numbers of one order, for staff who press for them. @throws Fault `not_found` */
    async revealNumber(caller: Caller, id: number, ip: string) {
      const row = await queries.findOrder(db, id);
      if (!row) throw new Fault('not_found');
      await recordEvent(db, {
        kind: 'number.revealed',
        actorId: caller.userId,
        subjectId: row.customer_id,
        object: { kind: 'order', id },
        ip,
      });
      return presenter.numbersOf(row);
    },

    /** For the live channel: as lists show it to staff, whole to its customer. */
    async findPresented(id: number, audience: 'staff' | 'customer'): Promise<StaffOrder | undefined> {
      const row = await queries.findOrder(db, id);
      return row && (audience === 'staff' ? presenter.masked(row) : presenter.whole(row));
    },

    async timeline(caller: Caller, id: number) {
      const row = await queries.findOrder(db, id);
      if (!row || (row.customer_id !== caller.userId && !isStaff(caller.roles))) throw new Fault('not_found');
      const entries = await queries.listTimeline(db, id);
      return {
        results: entries.map((entry) => ({
          id: Number(entry.id),
          what: entry.what,
          status: entry.status as OrderStatus,
          note: entry.note,
          who: {
            id: entry.actor_id,
            name: `${entry.first_name} ${entry.last_name}`,
            is_staff: isStaff(entry.roles),
          },
          at: entry.at.toISOString(),
        })),
        count: entries.length,
      };
    },

    complete: (
      caller: Caller,
      id: number,
      body: ResultBody,
      upload: UploadedFile | undefined,
      idempotency: Idempotency | undefined,
    ) => finish(caller, id, 'complete', body, upload, idempotency),

    reUpload: (
      caller: Caller,
      id: number,
      body: ResultBody,
      upload: UploadedFile | undefined,
      idempotency: Idempotency | undefined,
    ) => finish(caller, id, 're_upload', body, upload, idempotency),

    /** @throws FieldFault without a reason; Fault `order_state_conflict`, `order_taken_by_other` */
    async reject(caller: Caller, id: number, note: string, idempotency: Idempotency | undefined) {
      if (note === '') throw new FieldFault({ note: ['reason_required'] });
      return onceForOrder(caller, idempotency, 200, (trx) =>
        change(trx, id, 'reject', caller, 'staff', note),
      );
    },

    async take(caller: Caller, id: number) {
      return onceForOrder(caller, undefined, 200, (trx) => change(trx, id, 'take', caller, 'staff', ''));
    },

    async handBack(caller: Caller, id: number, idempotency: Idempotency | undefined) {
      return onceForOrder(caller, idempotency, 200, (trx) =>
        change(trx, id, 'hand_back', caller, 'staff', ''),
      );
    },

    /** Gives what one works on to a colleague. @throws Fault `not_an_operator`, `order_state_conflict`, `order_taken_by_other` */
    async handOn(caller: Caller, id: number, to: number) {
      return onceForOrder(caller, undefined, 200, async (trx) => {
        const colleague = await queries.findOperator(trx, to, rights['orders.work']);
        if (!colleague) throw new Fault('not_an_operator');
        const name = `${colleague.first_name} ${colleague.last_name}`.trim();
        const order = await change(trx, id, 'hand_on', caller, 'staff', name, { operatorId: to });
        if (to !== caller.userId)
          await notices.tellColleague(trx, to, 'order_handed_on', { kind: 'order', id }, factsOf(order));
        return order;
      });
    },

    async listOperators() {
      const rows = await queries.listOperators(db, rights['orders.work']);
      const results = rows.map((row) => ({ id: row.id, name: `${row.first_name} ${row.last_name}`.trim() }));
      return { results, count: results.length };
    },

    /** By the owner, while nobody works on it; the held money comes back. @throws Fault `order_state_conflict` */
    async cancel(caller: Caller, id: number, idempotency: Idempotency | undefined) {
      return onceForOrder(caller, idempotency, 200, (trx) => change(trx, id, 'cancel', caller, 'owner', ''));
    },
  };
}
