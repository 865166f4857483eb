import { expect, it, vi } from 'vitest';
import type { Orderable } from '../catalogue/catalogue.service.ts';
import type { Caller } from '../platform/request/caller.ts';
import type { Context } from './order-steps.ts';
import type { OrderBody } from './orders.rules.ts';
import { placeOrder } from './place-order.service.ts';

const body = {
  service: 1,
  sub_type: 2,
  nid_or_form_num_or_for_biometric_or_location: '1234567890',
} as unknown as OrderBody;
const known = { serviceCode: 'AB', workingHours: 5, pricePaisa: 15_000n } as Orderable;

it('does not ask a database again that has just not responded', async () => {
  const lost = new Error('Query read timeout');
  const getOrderable = vi.fn<Context['catalogue']['getOrderable']>();
  const context = {
    orderables: new Map([['1 2', known]]),
    clock: { now: () => new Date() },
    hoursUntilDue: () => Promise.reject(lost),
    catalogue: { getOrderable },
  } as unknown as Context;
  await expect(placeOrder(context, { userId: 1 } as Caller, body, undefined)).rejects.toBe(lost);
  expect(getOrderable).not.toHaveBeenCalled();
});
