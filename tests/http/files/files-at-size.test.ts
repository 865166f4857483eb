// Lists and searches over a few thousand files: exact totals, words that many files share, pages in the right order.
import { beforeAll, expect, it } from 'vitest';
import { fillShop } from '../../../scripts/large-shop.ts';
import { asOwner } from '../../support/database.ts';
import { usePortal } from '../../support/portal.ts';

const portal = usePortal();
const list = async (query: string) =>
  (await portal.call('GET', `/account/myfile/?${query}`, { token: portal.admin.token })).body as {
    count: number;
    count_is_minimum?: true;
    results: { id: number; full_name: string }[];
  };
const rows = <T extends Record<string, unknown>>(statement: string) => asOwner<T>(portal.ownerUrl, statement);
const idsOf = async (condition: string) =>
  (
    await rows<{ id: number }>(`select id from files where ${condition} order by created_at desc, id desc`)
  ).map(({ id }) => id);

async function readAll(query: string): Promise<number[]> {
  const found: number[] = [];
  for (let page = 1; ; page += 1) {
    const { results, count } = await list(`${query && `${query}&`}page=${page}&page_size=100`);
    found.push(...results.map(({ id }) => id));
    if (results.length < 100) return found;
    expect(count).toBeGreaterThanOrEqual(found.length);
  }
}

beforeAll(async () => {
  await fillShop(portal.ownerUrl, portal.dataDir, {
    users: 30,
    orders: 0,
    entries: 0,
    files: 3_200,
    acts: 0,
  });
  await rows(`update files set full_name = 'জরিনা বেগম' where id % 2 = 0`);
  await rows(`update files set full_name = 'একমাত্র মানুষ' where id = (select min(id) from files)`);
});

it('finds every match of a common term, newest first, page by page', async () => {
  const all = await idsOf(`full_name = 'জরিনা বেগম'`);
  expect(all.length).toBeGreaterThan(1_500);
  expect(await readAll(`search=${encodeURIComponent('জরিনা')}`)).toEqual(all);
  const first = await list(`search=${encodeURIComponent('রিনা')}`);
  expect(first).toMatchObject({ count: 1_000, count_is_minimum: true });
});

it('finds rare matches exactly: part of a name, the last four digits, one customer’s', async () => {
  const rare = await list(`search=${encodeURIComponent('কমাত্র মা')}`);
  expect(rare).toMatchObject({ count: 1, results: [{ full_name: 'একমাত্র মানুষ' }] });
  const [numbered] = await rows<{ number_last4: string }>('select number_last4 from files limit 1');
  expect(await readAll(`search=${numbered!.number_last4}`)).toEqual(
    await idsOf(`number_last4 = '${numbered!.number_last4}'`),
  );
  const [owner] = await rows<{ owner_id: number }>('select owner_id from files limit 1');
  expect(await readAll(`user=${owner!.owner_id}&search=${encodeURIComponent('জরিনা')}`)).toEqual(
    await idsOf(`full_name = 'জরিনা বেগম' and owner_id = ${owner!.owner_id}`),
  );
  expect((await list(`search=${encodeURIComponent('নেই এমন')}`)).count).toBe(0);
});

it('counts all files without a search', async () => {
  expect((await list('')).count).toBe((await idsOf('true')).length);
  expect((await readAll('')).length).toBe((await idsOf('true')).length);
});
