// First pages of customers' own orders, which are read in batches when requested concurrently.
import { expect, it } from 'vitest';
import { type Person, usePortal } from '../../support/portal.ts';
import { placeOrder, servicesByCode } from '../steps.ts';

const portal = usePortal();

const list = async (person: Person, query = '') => {
  const { status, body } = await portal.call('GET', `/account/orders/?${query}`, { token: person.token });
  expect(status).toBe(200);
  return { ids: body.results.map(({ id }) => id), count: body.count, results: body.results };
};

it('returns each customer’s own newest orders and total under concurrent requests', async () => {
  const services = await servicesByCode(portal);
  const placed: { person: Person; ids: number[] }[] = [];
  for (const count of [0, 1, 3, 12]) {
    const person = await portal.customer();
    await portal.topUp(person, '5000');
    const ids: number[] = [];
    for (let made = 0; made < count; made += 1)
      ids.unshift((await placeOrder(portal, person, services.AB!)).id as number);
    placed.push({ person, ids });
  }
  const asked = Array.from({ length: 6 }, () => placed).flat();
  for (const size of [5, 10, 20]) {
    const answers = await Promise.all(
      asked.map(({ person }) => list(person, `page=1&status=all&page_size=${size}`)),
    );
    for (const [at, { person, ids }] of asked.entries()) {
      expect(answers[at]).toMatchObject({ ids: ids.slice(0, size), count: ids.length });
      for (const order of answers[at]!.results) expect(order.user.id).toBe(person.id);
    }
  }
});

it('shows an order as any other page does, without the shop’s tags', async () => {
  const services = await servicesByCode(portal);
  const person = await portal.customer();
  await portal.topUp(person, '5000');
  for (let made = 0; made < 3; made += 1) await placeOrder(portal, person, services.AB!);
  const token = portal.admin.token;
  const { body: tag } = await portal.call('POST', '/account/order-tags/', {
    token,
    body: { name: 'গোপন কথা', color: 'red' },
  });
  const { ids } = await list(person);
  const { body: tagged } = await portal.call('PUT', `/account/order-tags/${tag.id}/set/`, {
    token,
    body: { orders: ids, is_set: true },
  });
  expect(tagged.changed).toBe(3);
  const together = await list(person, 'page=1&page_size=10');
  // A size that is not batched, and a filter that excludes nothing.
  expect((await list(person, 'page=1&page_size=9')).results).toEqual(together.results);
  expect((await list(person, 'status=pending&page_size=10')).results).toEqual(together.results);
  expect(JSON.stringify(together.results)).not.toContain('গোপন');
});

it('shows an order placed before the request, also while other requests are in flight', async () => {
  const services = await servicesByCode(portal);
  const people = await Promise.all(Array.from({ length: 6 }, () => portal.customer()));
  for (const person of people) await portal.topUp(person, '5000');
  await Promise.all(
    people.map(async (person) => {
      for (let count = 1; count <= 5; count += 1) {
        const { id } = await placeOrder(portal, person, services.AB!);
        const shown = await list(person, 'page_size=5');
        expect(shown.ids[0]).toBe(id);
        expect(shown.count).toBe(count);
      }
    }),
  );
});
