// A search for digits that more than a thousand people have in their numbers, as the first of all mobile numbers are.
import { beforeAll, expect, it } from 'vitest';
import { fillShop } from '../../../scripts/large-shop.ts';
import { asOwner } from '../../support/database.ts';
import { usePortal } from '../../support/portal.ts';

const portal = usePortal();
const rows = <T extends Record<string, unknown>>(statement: string) => asOwner<T>(portal.ownerUrl, statement);
const list = async (query: string) =>
  (await portal.call('GET', `/account/orders/?${query}`, { token: portal.admin.token })).body as {
    count: number;
    count_is_minimum?: true;
    results: { id: number }[];
  };
const newest = (where: string, offset = 0) =>
  rows<{ id: number }>(
    `select orders.id from orders join users on users.id = orders.customer_id
      where users.search_text like '%0170%' and ${where} order by orders.created_on desc, orders.id desc limit 20 offset ${offset}`,
  );

beforeAll(() =>
  fillShop(portal.ownerUrl, portal.dataDir, { users: 1_200, orders: 3_000, entries: 0, files: 0, acts: 0 }),
);

it('finds what they ordered, newest first and page by page, at the first search and later', async () => {
  const [people] = await rows<{ count: number }>(
    `select count(*)::int from users where search_text like '%0170%'`,
  );
  expect(people!.count).toBeGreaterThan(1_000);
  for (let time = 0; time < 2; time += 1)
    for (const page of [1, 2, 30]) {
      const found = await list(`search=0170&page=${page}&page_size=20`);
      expect(found.results).toMatchObject(await newest('true', 20 * (page - 1)));
      expect(found).toMatchObject({ count: 1_000, count_is_minimum: true });
    }
});

it('counts exactly where they ordered less than is counted', async () => {
  const [rejected] = await rows<{ count: number }>(
    `select count(*)::int from orders join users on users.id = orders.customer_id
      where users.search_text like '%0170%' and orders.status = 'rejected'`,
  );
  expect(rejected!.count).toBeLessThan(1_000);
  const found = await list('search=0170&status=rejected&page_size=20');
  expect(found.results).toMatchObject(await newest(`orders.status = 'rejected'`));
  expect(found.count).toBe(rejected!.count);
  expect(found).not.toHaveProperty('count_is_minimum');
});
