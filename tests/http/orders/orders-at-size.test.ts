// Lists and searches over a few thousand orders: maintained totals, common terms, and pages in the right order.
import { beforeAll, describe, expect, it } from 'vitest';
import { fillShop } from '../../../scripts/large-shop.ts';
import { asOwner } from '../../support/database.ts';
import { usePortal } from '../../support/portal.ts';
import { expectBooksRight } from '../steps.ts';

const portal = usePortal();
const list = async (query: string) =>
  (await portal.call('GET', `/account/orders/?${query}`, { token: portal.admin.token })).body as {
    count: number;
    count_is_minimum?: true;
    results: { id: number; status: string; name: string | null; created_on: string }[];
  };
const rows = <T extends Record<string, unknown>>(statement: string) => asOwner<T>(portal.ownerUrl, statement);

beforeAll(async () => {
  await fillShop(portal.ownerUrl, portal.dataDir, {
    users: 60,
    orders: 6_000,
    entries: 0,
    files: 100,
    acts: 100,
  });
  // Every second order is about the same person.
  await rows(`update orders set name = 'জরিনা বেগম' where id % 2 = 0`);
  await rows(`update orders set name = 'একমাত্র মানুষ' where id = 4321`);
});

describe('a shop of thousands of orders', () => {
  it('has balanced books, as made by the measuring script', () => expectBooksRight(portal));

  it('shows totals equal to the table’s, by status and by service', async () => {
    const counted = await rows<{ status: string; count: number }>(
      'select status, count(*)::int as count from orders group by status',
    );
    expect(counted.length).toBe(5);
    for (const { status, count } of counted) expect((await list(`status=${status}`)).count).toBe(count);
    expect((await list('')).count).toBe(6_000);
    const [service] = await rows<{ service_id: number; count: number }>(
      `select service_id, count(*)::int as count from orders where status = 'completed' group by 1 limit 1`,
    );
    expect((await list(`status=completed&service=${service!.service_id}`)).count).toBe(service!.count);
  });

  it('finds every match of a common term, newest first, page by page, also within a status', async () => {
    for (const status of ['', 'completed', 'rejected']) {
      const all = await rows<{ id: number }>(
        `select id from orders where name = 'জরিনা বেগম' and status like '${status || '%'}' order by created_on desc, id desc`,
      );
      const found: number[] = [];
      for (let page = 1; ; page += 1) {
        const part = await list(
          `search=${encodeURIComponent('জরিনা')}&page=${page}&page_size=100${status && `&status=${status}`}`,
        );
        found.push(...part.results.map(({ id }) => id));
        // A total is exact or marked as a minimum; in that case one further page can be requested.
        if (part.count_is_minimum) expect(part.count).toBeGreaterThanOrEqual(Math.min(1_000, all.length));
        else expect(part.count).toBe(all.length);
        if (found.length < all.length) expect(part.count).toBeGreaterThan(found.length);
        if (part.results.length < 100) break;
      }
      expect(found).toEqual(all.map(({ id }) => id));
    }
  });

  it.each([
    ['জর', true],
    ['জ', true],
    ['এক', false],
    ['ক্ষ', false],
    ['রি ব', false],
    ['না বে', true],
  ])('finds every order with %s in its name, newest first, and counts a thousand', async (text, isCommon) => {
    const all = await rows<{ id: number }>(
      `select orders.id from orders join users on users.id = customer_id
        where orders.folded_name like '%${text}%' or users.search_text like '%${text}%' order by created_on desc, orders.id desc`,
    );
    const ids = all.map(({ id }) => id);
    for (const _ of ['first', 'again']) {
      const { results, count, count_is_minimum } = await list(
        `search=${encodeURIComponent(text)}&page_size=100`,
      );
      expect(results.map(({ id }) => id)).toEqual(ids.slice(0, 100));
      if (isCommon) expect(count_is_minimum).toBe(true);
      expect(count).toBe(Math.min(all.length, 1_000));
    }
    const past = await list(`search=${encodeURIComponent(text)}&page=90&page_size=100`);
    expect(past).toEqual({ count: all.length, results: [] });
  });

  it('counts a customer’s own matches exactly, even if the term is common among all orders', async () => {
    expect((await list(`search=${encodeURIComponent('জরিনা')}`)).count_is_minimum).toBe(true);
    const person = await portal.customer();
    const moved = await rows<{ id: number }>(
      `with chosen as (select id, customer_id from orders where name = 'জরিনা বেগম' and status = 'completed' order by id limit 12),
         moved as (update orders set customer_id = ${person.id} from chosen where orders.id = chosen.id returning 1)
       select chosen.id from chosen`,
    );
    expect(moved).toHaveLength(12);
    const { body } = await portal.call(
      'GET',
      `/account/orders/?search=${encodeURIComponent('জরিনা')}&page_size=5`,
      { token: person.token },
    );
    expect(body).toMatchObject({ count: 12 });
    expect(body).not.toHaveProperty('count_is_minimum');
  });

  it('merges matches by name and by customer in the right order', async () => {
    await rows(`update users set last_name = 'জরিনা' where id = (select max(customer_id) from orders)`);
    const all = await rows<{ id: number }>(
      `select id from orders where name = 'জরিনা বেগম' or customer_id = (select max(customer_id) from orders)
        order by created_on desc, id desc limit 500`,
    );
    const found: number[] = [];
    for (let page = 1; page <= 5; page += 1)
      found.push(
        ...(await list(`search=${encodeURIComponent('জরিনা')}&page=${page}&page_size=100`)).results.map(
          ({ id }) => id,
        ),
      );
    expect(found).toEqual(all.map(({ id }) => id));
    await rows(`update users set last_name = 'আগের নাম' where id = (select max(customer_id) from orders)`);
  });

  it('finds rare matches exactly, by part of a name, by number and by the last four digits', async () => {
    expect((await list(`search=${encodeURIComponent('কমাত্র মা')}`)).results.map(({ id }) => id)).toEqual([
      4321,
    ]);
    const [numbered] = await rows<{ number_last4: string; count: number }>(
      'select number_last4, count(*)::int as count from orders group by 1 order by 2 desc limit 1',
    );
    expect((await list(`search=${numbered!.number_last4}&page_size=100`)).count).toBeGreaterThanOrEqual(
      numbered!.count,
    );
    expect((await list(`search=${encodeURIComponent('নেই এমন')}`)).count).toBe(0);
  });

  it('finds hundreds of older orders that share one number or one customer', async () => {
    const [old] = await rows<{ customer_id: number; number_last4: string }>(
      `update orders set number_last4 = '9876', number_index = '\\x00', customer_id = (select min(customer_id) from orders)
        where id in (select id from orders order by created_on limit 400) returning customer_id, number_last4`,
    );
    expect((await list(`search=${old!.number_last4}`)).count).toBeGreaterThanOrEqual(300);
    await rows(`update users set first_name = 'অনন্যসাধারণ' where id = ${old!.customer_id}`);
    const found = await list(`search=${encodeURIComponent('অনন্যসাধারণ')}&page_size=20`);
    expect(found.count).toBeGreaterThanOrEqual(300);
    const newest = await rows<{ id: number }>(
      `select id from orders where customer_id = ${old!.customer_id} order by created_on desc, id desc limit 20`,
    );
    expect(found.results.map(({ id }) => id)).toEqual(newest.map(({ id }) => id));
  });
});

it('updates the maintained totals with every change of status, including concurrent ones', async () => {
  const ids = await rows<{ id: number }>(`select id from orders where status = 'pending' limit 20`);
  await Promise.all(ids.map(({ id }) => rows(`update orders set status = 'processing' where id = ${id}`)));
  const sums =
    'sum(pending)::int as pending, sum(processing)::int as processing, sum(completed)::int as completed';
  const [kept] = await rows(`select ${sums} from order_counts`);
  const [counted] = await rows(
    `select count(*) filter (where status = 'pending')::int as pending, count(*) filter (where status = 'processing')::int as processing,
            count(*) filter (where status = 'completed')::int as completed from orders`,
  );
  expect(kept).toEqual(counted);
});
