// CSV export of the orders marked in a staff list: exactly those, in the given order, with masked numbers.
import { expect, it } from 'vitest';
import { asOwner } from '../../support/database.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import { expectRefusal, makeStaff, placeOrder, servicesByCode } from '../steps.ts';

const portal = usePortal();

const exported = (person: Person, ids: string, headers: Record<string, string> = {}) =>
  portal.call('GET', `/account/orders/export/?ids=${ids}`, { token: person.token, headers });

it('has the marked orders in the order given, in the language of the screen, and is recorded', async () => {
  const services = await servicesByCode(portal);
  const person = await portal.customer({ first_name: '=1+1', last_name: 'x' });
  await portal.topUp(person, '5000');
  const number = '1234567890';
  const ids: number[] = [];
  for (let index = 0; index < 3; index += 1)
    ids.push(
      (
        await placeOrder(portal, person, services.AB!, {
          nid_or_form_num_or_for_biometric_or_location: number,
        })
      ).id,
    );
  const operator = await makeStaff(portal, 'operator');
  const answer = await exported(operator, `${ids[2]},999999999,${ids[0]}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const text = answer.bytes.toString();
  const [head, ...rows] = text.trim().split('\r\n');
  expect(head).toContain('অর্ডার,গ্রাহক');
  expect(rows.map((row) => Number(row.split(',')[0]))).toEqual([ids[2], ids[0]]);
  expect(rows[0]).toContain("'=1+1");
  expect(rows[0]).toContain('অপেক্ষায়');
  expect(text).not.toContain(number);
  expect(rows[0]).toContain('7890');
  const inEnglish = (await exported(operator, String(ids[0]), { 'Accept-Language': 'en' })).bytes.toString();
  expect(inEnglish).toContain('Order,Customer');
  expect(inEnglish).toContain('Pending');
  const events = await asOwner(
    portal.ownerUrl,
    `select details from trail where actor_id = $1 and kind = 'orders.exported' order by id`,
    [operator.id],
  );
  // The audit log records how many orders were exported; unknown ids do not count.
  expect(events).toEqual([{ details: { marked: 2 } }, { details: { marked: 1 } }]);
});

it('is for staff only, and refuses anything but a list of numbers, or one that is too long', async () => {
  const customer = await portal.customer();
  expect((await exported(customer, '1')).status).toBe(403);
  const operator = await makeStaff(portal, 'operator');
  for (const ids of ['', 'x', '1,', Array.from({ length: 101 }, (_, index) => index + 1).join(',')])
    expect((await exported(operator, ids)).status, ids).toBe(400);
  expectRefusal(await exported(customer, '1'), 'not_allowed');
});
