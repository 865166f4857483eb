// The amount that open orders hold in a customer's wallet, as shown to staff.
import { expect, it } from 'vitest';
import { usePortal } from '../../support/portal.ts';
import { expectRefusal, makeStaff, placeOrder, servicesByCode } from '../steps.ts';

const portal = usePortal();

it('equals the amount shown to the customer, and is for staff only', async () => {
  const service = (await servicesByCode(portal)).AB!;
  const person = await portal.customer();
  await portal.topUp(person, '1000');
  const auditor = await makeStaff(portal, 'auditor');
  const read = (token: string, id = person.id) => portal.call('GET', `/account/user/${id}/held/`, { token });
  expect((await read(auditor.token)).body).toEqual({ held: 0 });
  await placeOrder(portal, person, service);
  const own = await portal.call('GET', '/account/transaction-summary/', { token: person.token });
  expect(own.body.held).toBeGreaterThan(0);
  expect((await read(auditor.token)).body).toEqual({ held: own.body.held });
  const open = await portal.call('GET', `/account/orders/?user=${person.id}&status=pending`, {
    token: auditor.token,
  });
  expect(open.body.count).toBe(1);
  expectRefusal(await read(person.token), 'not_allowed');
  expectRefusal(await read(auditor.token, 2_000_000), 'not_found');
});
