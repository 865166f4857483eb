// CSV export of completed orders: the same rows as the filtered list, and nothing that a spreadsheet would run.
import { describe, expect, it } from 'vitest';
import { asOwner } from '../../support/database.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import { dataForm, expectRefusal, makeStaff, placeOrder, servicesByCode } from '../steps.ts';

const portal = usePortal();

const exported = (person: Person, query = '', headers: Record<string, string> = {}) =>
  portal.call('GET', `/account/orders/completed/export/${query}`, { token: person.token, headers });

/** Lines and cells as a spreadsheet reads them. */
function cellsOf(text: string): string[][] {
  return text
    .replace(/^\uFEFF/, '')
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
      ),
    );
}

async function completed(person: Person, overrides = {}): Promise<number> {
  const services = await servicesByCode(portal);
  const { id } = await placeOrder(portal, person, services.AA!, overrides);
  await portal.call('PATCH', `/account/orders/${id}/`, {
    token: portal.admin.token,
    form: dataForm({ status: 'completed', text_content: 'হয়েছে' }),
  });
  return id;
}

describe('the export', () => {
  it('has exactly the rows of the list with the same filter, in the same order', async () => {
    const [one, two] = [await portal.customer(), await portal.customer({ first_name: 'সালমা' })];
    for (const person of [one, two]) await portal.topUp(person, '5000');
    for (const name of ['করিম', 'রহিম', 'করিমন']) await completed(one, { name });
    await completed(two, { name: 'করিম' });
    for (const query of [
      '',
      `?user=${one.id}`,
      '?search=করিম',
      `?user=${one.id}&search=রহিম`,
      '?search=nobody',
    ]) {
      const list = await portal.call('GET', `/account/orders/completed/${query}`, {
        token: portal.admin.token,
      });
      const answer = await exported(portal.admin, encodeURI(query));
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      expect(answer.headers.get('content-disposition')).toContain('attachment');
      expect(answer.bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
      const [head, ...rows] = cellsOf(answer.bytes.toString());
      expect(head![0]).toBe('অর্ডার');
      expect(
        rows.map(([id]) => Number(id)),
        query,
      ).toEqual(list.body.results.map(({ id }: { id: number }) => id));
    }
    const [, row] = cellsOf((await exported(portal.admin, `?user=${two.id}`)).bytes.toString());
    expect(row!.slice(1, 7)).toEqual([
      'সালমা খাতুন',
      two.email,
      'এনআইডি সংশোধন',
      'নিজের নাম সংশোধন',
      '250.00',
      '4750.00',
    ]);
    expect(row!.slice(-2)).toEqual(['লেখা', '0.00']);
    const english = await exported(portal.admin, '', { 'Accept-Language': 'en' });
    expect(cellsOf(english.bytes.toString())[0]![0]).toBe('Order');
  });

  it('gives customers only their own orders, and nothing without a sign-in', async () => {
    const [one, two] = [await portal.customer(), await portal.customer()];
    for (const person of [one, two]) await portal.topUp(person, '1000');
    const own = await completed(one);
    await completed(two);
    const rows = cellsOf((await exported(one, `?user=${two.id}`)).bytes.toString()).slice(1);
    expect(rows.map(([id]) => Number(id))).toEqual([own]);
    expectRefusal(await portal.call('GET', '/account/orders/completed/export/'), 'not_signed_in');
    expect((await exported(await makeStaff(portal, 'auditor'))).status).toBe(200);
  });

  it('escapes names that a spreadsheet would run as formulas', async () => {
    const evil = await portal.customer({
      first_name: '=HYPERLINK("http://x")',
      last_name: '@sum, "a"; b',
    });
    await portal.topUp(evil, '1000');
    await completed(evil);
    const text = (await exported(portal.admin, `?user=${evil.id}`)).bytes.toString();
    const [, row] = cellsOf(text);
    expect(row).toHaveLength(11);
    expect(row![1]).toBe(`'=HYPERLINK("http://x") @sum, "a"; b`);
  });

  it('is complete beyond one batch, with each order once', async () => {
    const person = await portal.customer();
    await portal.topUp(person, '1000');
    const id = await completed(person);
    // Three batches' worth, some completed in the same microsecond.
    await asOwner(
      portal.ownerUrl,
      `insert into orders (customer_id, service_id, sub_type_id, status, number_sealed, number_index, number_last4, price_paisa,
         text_content_sealed, completed_at, created_on, due_on)
       select customer_id, service_id, sub_type_id, status, number_sealed, number_index, number_last4, 0, text_content_sealed,
              completed_at - (n / 7) * interval '1 microsecond', created_on, due_on
         from orders, generate_series(1, 1200) n where id = $1`,
      [id],
    );
    const rows = cellsOf((await exported(portal.admin, `?user=${person.id}`)).bytes.toString()).slice(1);
    expect(rows).toHaveLength(1201);
    expect(new Set(rows.map(([number]) => number)).size).toBe(1201);
  });
});
