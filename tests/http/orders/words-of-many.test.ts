// A search for a word that more than ten thousand people bear, few of whom have ordered.
import { beforeAll, expect, it } from 'vitest';
import { fillShop } from '../../../scripts/large-shop.ts';
import { asOwner } from '../../support/database.ts';
import { usePortal } from '../../support/portal.ts';

const portal = usePortal();
const rows = <T extends Record<string, unknown>>(statement: string) => asOwner<T>(portal.ownerUrl, statement);

beforeAll(async () => {
  await fillShop(portal.ownerUrl, portal.dataDir, {
    users: 10_500,
    orders: 5_500,
    entries: 0,
    files: 0,
    acts: 0,
  });
  await rows(`update orders set customer_id = (select min(customer_id) from orders) where id % 12 <> 0`);
  await rows(
    `update users set last_name = 'অগণিত' where id <> (select min(customer_id) from orders) and is_active`,
  );
});

it('finds their orders, newest first and page by page, and counts them exactly', async () => {
  const [people] = await rows<{ count: number }>(
    `select count(*)::int from users where search_text like '%অগণিত%'`,
  );
  expect(people!.count).toBeGreaterThan(10_000);
  const theirs = await rows<{ id: number }>(
    `select orders.id from orders join users on users.id = customer_id where last_name = 'অগণিত' order by created_on desc, orders.id desc`,
  );
  expect(theirs.length).toBeGreaterThan(100);
  expect(theirs.length).toBeLessThan(1_000);
  for (const _ of ['first', 'again']) {
    const found: { id: number }[] = [];
    for (let page = 1; ; page += 1) {
      const { body } = await portal.call(
        'GET',
        `/account/orders/?search=${encodeURIComponent('অগণিত')}&page=${page}&page_size=100`,
        { token: portal.admin.token },
      );
      expect(body).toMatchObject({ count: theirs.length });
      expect(body).not.toHaveProperty('count_is_minimum');
      found.push(...body.results.map(({ id }: { id: number }) => ({ id })));
      if (body.results.length < 100) break;
    }
    expect(found).toEqual(theirs);
  }
});
