// Placing an order.
import { dhakaDay } from '#contract/dates/dates.ts';
import type { Order } from '#contract/orders/calls.ts';
import type { Orderable } from '../catalogue/catalogue.service.ts';
import { assertShownPrice } from '../catalogue/shown-price.ts';
import { Fault, FieldFault } from '../platform/fault.ts';
import { markEventsWritten } from '../platform/live/wake-after.ts';
import { ApiResponse } from '../platform/request/api-response.ts';
import type { Caller } from '../platform/request/caller.ts';
import { type Idempotency, onceByClaim } from '../platform/request/idempotency.ts';
import { attachUploads, findReady } from './attachments/attachments.queries.ts';
import { lockForOrder, namedUploads } from './attachments/attachments.service.ts';
import { type Context, factsOf, findReplayedOrder, getPresented, type OrderAnswer } from './order-steps.ts';
import { numberPurpose, textPurpose } from './orders.personal.ts';
import { type OrderBody, readSubject, type Subject } from './orders.rules.ts';
import { insertOrders, type NewOrder } from './place-order.queries.ts';

const indexOf = (context: Context, number: string) => context.vault.blindIndex(number, numberPurpose);

const sealSubject = (context: Context, { number, pair }: Subject) => ({
  numberSealed: context.vault.sealText(number, numberPurpose),
  numberIndex: indexOf(context, number),
  numberLast4: number.slice(-4),
  pairSealed: pair ? context.vault.sealText(JSON.stringify(pair), numberPurpose) : null,
  tenIndex: pair ? indexOf(context, pair.ten) : null,
  seventeenIndex: pair ? indexOf(context, pair.seventeen) : null,
});

type Uploads = Awaited<ReturnType<typeof findReady>>;

/** Builds an order from a customer's request and a service as read. @throws FieldFault; Fault `price_changed`, `form_changed` */
async function writeOrder(
  context: Context,
  caller: Caller,
  body: OrderBody,
  orderable: Orderable,
  uploads: Uploads,
  idempotency: Idempotency | undefined,
): Promise<NewOrder> {
  const { clock, hoursUntilDue, vault } = context;
  const subject = readSubject(body, orderable, uploads, dhakaDay(clock.now()));
  const hours = await hoursUntilDue(orderable.workingHours);
  assertShownPrice(orderable.pricePaisa, body.shown_price);
  return {
    ...sealSubject(context, subject),
    customerId: caller.userId,
    idempotency,
    serviceId: orderable.serviceId,
    subTypeId: orderable.subTypeId,
    asRead: orderable.asRead,
    names: {
      service_name: orderable.serviceName,
      service_name_en: orderable.serviceNameEn,
      service_code: orderable.serviceCode,
      sub_type_name: orderable.subTypeName,
      sub_type_name_en: orderable.subTypeNameEn,
    },
    name: subject.name,
    note: body.note,
    pricePaisa: orderable.pricePaisa,
    hoursUntilDue: hours,
    formId: orderable.form?.id ?? null,
    answersSealed: subject.answers ? vault.sealText(JSON.stringify(subject.answers), textPurpose) : null,
  };
}

const isRefusal = (error: unknown) => error instanceof Fault || error instanceof FieldFault;

const nameOf = ({ service, sub_type }: OrderBody) => `${service} ${sub_type}`;

async function readOrderable({ catalogue, db, orderables }: Context, body: OrderBody): Promise<Orderable> {
  const orderable = await catalogue.getOrderable(db, body.service, body.sub_type);
  orderables.set(nameOf(body), orderable);
  return orderable;
}

/** Places an order by a single statement, batched with concurrent orders. @returns undefined if it needs a transaction */
async function placeAlone(
  context: Context,
  caller: Caller,
  body: OrderBody,
  idempotency: Idempotency | undefined,
): Promise<Order | undefined> {
  const { justPlaced, orderables, presenter } = context;
  const write = (orderable: Orderable) => writeOrder(context, caller, body, orderable, [], idempotency);
  // The service may come from an earlier order, since the statement checks that it is unchanged. A refusal must be based on a fresh read.
  const known = orderables.get(nameOf(body));
  const written =
    known &&
    (await write(known).catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
    }));
  const order = written ?? (await write(await readOrderable(context, body)));
  markEventsWritten();
  const placed = await context.placeBatched(order);
  if (!placed) return undefined;
  justPlaced.set(placed.row.id, placed.row);
  return presenter.whole(placed.row);
}

/** Places an order that needs an email or has attachments, or that `placeAlone` skipped: its service has changed, its key is used, or it deadlocked. */
async function placeInTransaction(
  context: Context,
  caller: Caller,
  body: OrderBody,
  idempotency: Idempotency | undefined,
): Promise<ApiResponse<Order>> {
  const { db, notices, presenter } = context;
  const orderable = await readOrderable(context, body);
  const named = namedUploads(body);
  const ids = named.map(({ id }) => id);
  const uploads = await findReady(db, caller.userId, ids);
  const order = await writeOrder(context, caller, body, orderable, uploads, idempotency);
  const made = await onceByClaim<Order, OrderAnswer>(db, caller.userId, idempotency, async (trx) => {
    await lockForOrder(trx, caller.userId, ids);
    const inserted = (await insertOrders(trx, [order], false)).get(order);
    if (!inserted) return undefined;
    if (named.length > 0) await attachUploads(trx, inserted.row.id, named);
    const placed = presenter.whole(inserted.row);
    await notices.mailOfOrder(trx, inserted.addresses, { kind: 'order', id: placed.id }, factsOf(placed));
    return placed;
  });
  return 'fresh' in made
    ? new ApiResponse(201, made.fresh)
    : made.firstResponse.with(await getPresented(context, db, made.firstResponse.body.id));
}

/**
 * Places an order: holds its price and writes the order with the first entry of its timeline.
 * @throws FieldFault; Fault `price_changed`, `insufficient_balance`, `wallet_inactive`, `service_inactive`, `sub_type_mismatch`,
 *   `auto_service_not_orderable`, `attachment_gone`
 */
export async function placeOrder(
  context: Context,
  caller: Caller,
  body: OrderBody,
  idempotency: Idempotency | undefined,
): Promise<ApiResponse<Order>> {
  try {
    const alone = namedUploads(body).length === 0 && (await placeAlone(context, caller, body, idempotency));
    return alone ? new ApiResponse(201, alone) : await placeInTransaction(context, caller, body, idempotency);
  } catch (refusal) {
    // A retry gets the original response, even if price, service, wallet or papers have changed since.
    const kept = isRefusal(refusal) ? await findReplayedOrder(context, caller, idempotency) : undefined;
    if (kept) return kept;
    throw refusal;
  }
}
