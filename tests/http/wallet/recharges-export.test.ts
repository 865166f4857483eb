// The recharges of a filter as CSV: the rows of the list, in the reader's language, for staff who may read wallets; recorded.
import { expect, it } from 'vitest';
import { asOwner } from '../../support/database.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import { expectRefusal, makeStaff, reverseTransfer } from '../steps.ts';

const portal = usePortal();

const exported = async (person: Person, query = '', language = 'bn') => {
  const answer = await portal.call('GET', `/account/transactions/export/${encodeURI(query)}`, {
    token: person.token,
    headers: { 'Accept-Language': language },
  });
  const [head, ...rows] = (answer.bytes?.toString() ?? '').slice(1).trimEnd().split('\r\n');
  return { ...answer, head: head!, rows };
};

it('has the rows of the list with the same filter, in the reader’s language, and is recorded', async () => {
  const [one, two] = [await portal.customer({ first_name: 'সালমা' }), await portal.customer()];
  for (const [person, amount, answered] of [
    [one, '500', 201],
    [two, '60000', 202],
    [one, '700.50', 201],
  ] as const) {
    const { status } = await portal.call('POST', '/account/transactions/create/', {
      token: portal.admin.token,
      body: { user: person.id, amount, bonus: '5', note: '=cmd()' },
    });
    expect(status).toBe(answered);
  }
  const accountant = await makeStaff(portal, 'accountant');
  for (const query of ['', '?status=accepted', '?status=pending', '?search=সালমা', '?day=2020-01-01']) {
    const list = await portal.call('GET', `/account/transactions/${encodeURI(query)}`, {
      token: accountant.token,
    });
    const table = await exported(accountant, query);
    expect(table.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(table.headers.get('content-disposition')).toContain('recharges.csv');
    expect(table.head).toMatch(/^লেনদেন,.*,সময়,নোট$/);
    expect(
      table.rows.filter((row) => row !== '').map((row) => row.split(',')[0]),
      query,
    ).toEqual(
      list.body.results.map((row: { transaction_id: string; movement_number: string | null }) =>
        // A spreadsheet would read 12-3 as a date.
        row.movement_number === null ? row.transaction_id : `"\t${row.movement_number}"`,
      ),
    );
  }
  const { rows } = await exported(accountant, '?search=সালমা');
  expect(rows[0]).toMatch(/,700\.50,5\.00,,অ্যাডমিন,সফল,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,'=cmd\(\)$/);
  const english = await exported(accountant, '?status=pending', 'en');
  expect(english.head).toMatch(/^Transaction,User/);
  expect(english.rows[0]).toContain(',Admin,Pending,');
  const trace = await portal.call('GET', '/account/activity/?kind=wallet.exported', {
    token: portal.admin.token,
  });
  expect(trace.body).toMatchObject({ count: 7 });
  expect(trace.body.results[0]).toMatchObject({ actor: { id: accountant.id } });
  const [mistaken] = await asOwner<{ id: string }>(
    portal.ownerUrl,
    `select id from ledger_transfers where user_id = $1 and kind = 'recharge' order by created_at desc limit 1`,
    [one.id],
  );
  await reverseTransfer(portal, mistaken!.id, 'entered twice');
  const corrected = await exported(accountant, '?search=সালমা');
  expect(corrected.rows.slice(0, 2)).toEqual([
    expect.stringContaining(',-700.50,0.00,,অ্যাডমিন,রিচার্জ ফেরত নেওয়া,'),
    expect.stringContaining(',700.50,5.00,,অ্যাডমিন,সংশোধনে বাতিল,'),
  ]);
  expectRefusal(await exported(one), 'not_allowed');
  // A customer's own search does not reveal that another customer's movement exists either.
  for (const search of [mistaken!.id, `${one.id}-1`]) {
    const { body } = await portal.call('GET', `/account/transactions/?search=${search}`, {
      token: two.token,
    });
    expect(body).toMatchObject({ results: [], count: 0 });
  }
});
