// Staff notes on an order: who writes and reads them, that they are sealed, and that no response shows them to the customer.
import { expect, it } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { usePortal } from '../../support/portal.ts';
import { findInTables } from '../platform/table-dump.ts';
import { expectRefusal, makeStaff, placeOrder, servicesByCode } from '../steps.ts';

const portal = usePortal();
const secret = 'গ্রাহক বারবার ফোন করেন, অভ্যন্তরীণ ৭৭৩১';

async function noted() {
  const service = (await servicesByCode(portal)).AB!;
  const person = await portal.customer();
  await portal.topUp(person, '1000');
  const operator = await makeStaff(portal, 'operator');
  const { id } = await placeOrder(portal, person, service);
  const at = `/account/orders/${id}/notes/`;
  const added = await portal.call('POST', at, {
    token: operator.token,
    body: { text: secret },
    headers: { 'Idempotency-Key': `note-${id}` },
  });
  expect(added.status).toBe(201);
  return { person, operator, id: id as number, at, added };
}

it('is written by staff who work on orders, once per key, and read by all staff with its author and time', async () => {
  const { person, operator, id, at, added } = await noted();
  expect(added.body).toMatchObject({ text: secret, by: { id: operator.id } });
  const repeat = await portal.call('POST', at, {
    token: operator.token,
    body: { text: secret },
    headers: { 'Idempotency-Key': `note-${id}` },
  });
  expect(repeat.body).toEqual(added.body);
  for (const role of ['accountant', 'auditor'] as const) {
    const reader = await makeStaff(portal, role);
    const { body } = await portal.call('GET', at, { token: reader.token });
    expect(body).toEqual({ results: [added.body], count: 1 });
    expectRefusal(await portal.call('POST', at, { token: reader.token, body: { text: 'x' } }), 'not_allowed');
  }
  for (const method of ['GET', 'POST'])
    expectRefusal(
      await portal.call(method, at, {
        token: person.token,
        ...(method === 'POST' ? { body: { text: 'x' } } : {}),
      }),
      'not_allowed',
    );
  expect((await portal.call('POST', at, { token: operator.token, body: { text: ' ' } })).status).toBe(400);
  expectRefusal(
    await portal.call('GET', '/account/orders/999999999/notes/', { token: operator.token }),
    'not_found',
  );
});

it('appears in no response to the customer, and is stored sealed', async () => {
  const { person, id } = await noted();
  const paths = Object.values(endpoints).flatMap(({ methods, path }) =>
    (methods as readonly string[]).includes('GET') && path.startsWith('/account/') ? [path] : [],
  );
  expect(paths.length).toBeGreaterThan(50);
  for (const path of paths) {
    const answer = await portal.call('GET', path.replace(/:\w+/g, String(id)), { token: person.token });
    expect(JSON.stringify(answer.body ?? null), path).not.toContain('৭৭৩১');
  }
  expect(await findInTables(portal, ['৭৭৩১'])).toEqual([]);
});
