// Receipts and statements: they agree with the ledger, and anyone can verify that they are unaltered.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dhakaDay } from '#contract/dates/dates.ts';
import { toBengaliDigits } from '#contract/digits.ts';
import { formatTaka } from '#contract/money.ts';
import { readAttachment, readPdfLinks, readPdfText } from '#engines/rendering/inspect-pdf.ts';
import { hasIntactSeal } from '#engines/rendering/seal.ts';
import { asOwner } from '../../support/database.ts';
import { withinOneDay } from '../../support/one-day.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import {
  balanceOf,
  english,
  expectRefusal,
  makeStaff,
  placeOrder,
  reverseTransfer,
  servicesByCode,
} from '../steps.ts';

await withinOneDay();
const portal = usePortal(() => ({ APPROVAL_SUM: '5000' }));
const today = () => dhakaDay(new Date());
const day = (offset: number) => dhakaDay(new Date(Date.now() + offset * 86_400_000));

const receipt = (person: Person | undefined, id: string, query = '') =>
  portal.call('GET', `/account/transactions/${id}/receipt/${query}`, { token: person?.token });
const statement = (person: Person, query: string) =>
  portal.call('GET', `/account/statement/?${query}`, { token: person.token });

async function rechargeOf(person: Person): Promise<string> {
  const { body } = await portal.call('GET', '/account/transactions/', { token: person.token });
  return body.results.find((row) => row.transaction_type === 'recharge')!.id;
}

/** Makes a customer with a recharge, a bonus, a document's price, a cancelled order, and an open one. */
async function busyCustomer(): Promise<Person> {
  const person = await portal.customer({ first_name: 'রহিমা', last_name: 'খাতুন' });
  await portal.call('POST', '/account/transactions/create/', {
    token: portal.admin.token,
    body: { user: person.id, amount: '1000', bonus: '30' },
  });
  const services = await servicesByCode(portal);
  const order = await placeOrder(portal, person, services.AB!);
  await portal.call('POST', `/account/orders/${order.id}/cancel/`, { token: person.token, body: {} });
  await placeOrder(portal, person, services.AB!);
  await portal.call('POST', '/account/transactions/withdrawl/', {
    token: portal.admin.token,
    body: { user: person.id, amount: '12.50' },
  });
  return person;
}

describe('a receipt', () => {
  it('does not contain line breaks that a customer typed into a name', async () => {
    const person = await portal.customer();
    await portal.topUp(person, '10');
    const first_name = 'রহিম\nমোট ৯৯৯৯৯';
    const last_name = 'উদ্দিন\u2028জমা\t\r\nহয়েছে';
    const changed = await portal.call('PATCH', `/account/user/${person.id}/`, {
      token: person.token,
      body: { first_name, last_name },
    });
    expect(changed.body).toMatchObject({ first_name: 'রহিম মোট ৯৯৯৯৯', last_name: 'উদ্দিন জমা হয়েছে' });
    for (const unseen of ['\u3164', '\u2800 \u115f'])
      expect(
        (
          await portal.call('PATCH', `/account/user/${person.id}/`, {
            token: person.token,
            body: { first_name: unseen },
          })
        ).status,
      ).toBe(400);
    const paper = await receipt(person, await rechargeOf(person));
    expect((await readPdfText(paper.bytes)).join('\n')).toContain('মোট ৯৯৯৯৯ উদ্দিন জমা');
  });

  it('is also made for a withdrawal, for the customer to sign', async () => {
    const person = await portal.customer();
    await portal.topUp(person, '500');
    const { body } = await portal.call('POST', '/account/transactions/withdrawl/', {
      token: portal.admin.token,
      body: { user: person.id, amount: '120.50' },
    });
    const { results } = (
      await portal.call('GET', `/account/admin/movements/?what=withdrawals&from=${today()}&to=${today()}`, {
        token: portal.admin.token,
      })
    ).body;
    const listed = results.find(({ user }: { user: { id: number } }) => user.id === person.id)!;
    expect(listed.amount).toBe('120.50');
    const paper = await receipt(portal.admin, listed.id);
    expect(paper.status).toBe(200);
    const words = (await readPdfText(paper.bytes)).join(' ');
    // Worded as on the screens, in every place.
    const times = words.match(/\S+ [০-৯]{1,2}:[০-৯]{2}/g) ?? [];
    expect(times).toHaveLength(2);
    for (const time of times) expect(time).toMatch(/^(ভোর|সকাল|দুপুর|বিকাল|বিকেল|সন্ধ্যা|রাত) /);
    expect(words).toContain('Withdrawal receipt');
    expect(words).toContain('একশ বিশ টাকা পঞ্চাশ পয়সা মাত্র'.normalize('NFC'));
    expect(words).toContain('Signature of the customer');
    expect((await receipt(person, body.id)).status).toBe(200);
    // Nothing was taken from the customer, so there is nothing to sign for.
    await reverseTransfer(portal, listed.id, 'not paid out');
    const undone = (await readPdfText((await receipt(person, body.id)).bytes)).join(' ');
    expect(undone).toContain('Withdrawal undone');
    expect(undone).not.toMatch(/Taken back|Signature of the customer/);
  });

  it('is a sealed PDF in both languages, byte-identical each time, and links to its verification', async () => {
    const person = await busyCustomer();
    const id = await rechargeOf(person);
    const answers = await Promise.all([receipt(person, id), receipt(person, id), receipt(person, id)]);
    const { bytes, headers } = answers[0]!;
    expect(headers.get('content-type')).toBe('application/pdf');
    for (const answer of answers) expect(answer.bytes.equals(bytes)).toBe(true);
    const seal = JSON.parse(await readFile(join(portal.dataDir, 'keys', 'document-seal.json'), 'utf8'));
    expect(hasIntactSeal(bytes, seal.certificatePem)).toBe(true);
    const text = (await readPdfText(bytes)).join('\n');
    for (const words of [
      'দোকানের কাগজ — সরকারি দলিল নয়',
      'Shop paper — not a government-issued document',
      'রিচার্জের রসিদ',
      'Recharge receipt',
      'কথায়',
      'এক হাজার টাকা মাত্র',
      'One thousand taka only',
      '৳ ১,০০০.০০',
      '৳ ৩০.০০',
      '৳ ১,০৩০.০০',
      'রহিমা খাতুন',
      'দোকানে নগদ / Cash at the shop',
      toBengaliDigits(`${person.id}-1`),
    ])
      expect(text).toContain(words);
    expect(text).not.toContain('তথ্য কপি');
    expect(text.replace(/\s/g, ''), 'an internal id').not.toMatch(/[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}/);
    expect((await receipt(person, `${person.id}-1`)).bytes.equals(bytes)).toBe(true);
    const [link] = await readPdfLinks(bytes);
    expect(link!.url).toMatch(new RegExp(`^${portal.origin}/verify/[0-9A-Z]{12}$`));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const proof = await portal.call('GET', `/verify-document/${link!.url.split('/').at(-1)}/`);
    expect(proof).toMatchObject({
      status: 200,
      body: {
        state: 'genuine',
        kind: 'receipt',
        number: expect.stringMatching(/^R-\d{7}$/),
        sha256,
        version: 1,
      },
    });
    expect(JSON.stringify(proof.body)).not.toContain('রহিমা');
    expect((await portal.call('POST', '/verify-document/', { body: { sha256 } })).body.state).toBe('genuine');
    const altered = Buffer.concat([bytes, Buffer.from('\n% changed')]);
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(altered)]), 'receipt.pdf');
    expect((await portal.call('POST', '/verify-document/', { form })).body).toMatchObject({
      state: 'altered',
      kind: 'receipt',
    });
    const again = { user: person.id, amount: '200', bonus: '7' };
    await portal.call('POST', '/account/transactions/create/', { token: portal.admin.token, body: again });
    const { current_balance: balance } = await balanceOf(portal, person);
    const newer = await receipt(person, await rechargeOf(person));
    const words = (await readPdfText(newer.bytes)).join('\n');
    expect(words, 'both together').toContain('৳ ২০৭.০০');
    expect(words, 'with the bonus').toContain(
      formatTaka(BigInt(Math.round(balance * 100))).replace(/\s/u, ' '),
    );
  });

  it('is available to its owner and to staff, whose access is logged; downloads on request', async () => {
    const [person, stranger] = [await busyCustomer(), await portal.customer()];
    const id = await rechargeOf(person);
    expectRefusal(await receipt(undefined, id), 'not_signed_in');
    expectRefusal(await receipt(stranger, id), 'not_found');
    const auditor = await makeStaff(portal, 'auditor');
    const { status, headers } = await receipt(auditor, id, '?download=1');
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="R-\d{7}\.pdf"/);
    const looks = await asOwner(
      portal.ownerUrl,
      `select actor_id, object_kind from trail where kind = 'receipt.opened' and subject_id = $1`,
      [person.id],
    );
    expect(looks).toEqual([{ actor_id: auditor.id, object_kind: 'receipt' }]);
  });

  it('is also found by the payment and by the approved request, and exists for nothing else', async () => {
    const person = await portal.customer({ first_name: '😀', last_name: 'www.example.com' });
    const made = await portal.call('POST', '/payment/sandbox/create/', {
      token: person.token,
      body: { amount: '1000', payment_type: 'predefined', bonus: '30' },
    });
    await fetch(`${portal.origin}/sandbox/pay/${made.body.payment_id}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'action=pay',
    });
    const invoice = async () =>
      (await portal.call('GET', '/account/transactions/', { token: person.token })).body.results.at(-1);
    const waiting = await invoice();
    expectRefusal(await receipt(person, waiting!.id), 'not_found');
    await portal.call('GET', `/payment/sandbox/callback/?paymentID=${made.body.payment_id}`, {
      token: person.token,
    });
    const byPayment = await receipt(person, waiting!.id);
    expect(byPayment.status).toBe(200);
    expect((await receipt(person, await rechargeOf(person))).bytes.equals(byPayment.bytes)).toBe(true);
    const text = (await readPdfText(byPayment.bytes)).join('\n');
    expect(text).toContain('পরীক্ষামূলক পেমেন্ট / Sandbox payment');
    expect(text).toContain('০১৭০০০০০০০০');

    const asked = await portal.call('POST', '/account/transactions/create/', {
      token: portal.admin.token,
      body: { user: person.id, amount: '6000' },
    });
    expectRefusal(await receipt(person, asked.body.id), 'not_found');
    const second = await makeStaff(portal, 'accountant');
    await portal.call('POST', `/account/transactions/${asked.body.id}/approve/`, {
      token: second.token,
      body: {},
    });
    expect((await receipt(person, asked.body.id)).status).toBe(200);
    const withdrawn = (await portal.call('GET', '/account/transactions/', { token: person.token })).body
      .results;
    const bonus = withdrawn.find((row: { transaction_type: string }) => row.transaction_type === 'bonus');
    for (const id of [bonus!.id, 'nothing', '%', '00000000-0000-0000-0000-000000000000'])
      expectRefusal(await receipt(person, encodeURIComponent(id)), 'not_found');
  });
});

describe('a statement', () => {
  const cells = (line: string) => line.split(',');

  it('as a table has each movement once with the ledger’s own balance, from opening to closing', async () => {
    const person = await busyCustomer();
    const { status, bytes, headers } = await statement(person, `from=${day(-1)}&to=${today()}&format=csv`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toContain(`statement-${day(-1)}-${today()}.csv`);
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = bytes.toString().slice(1).trimEnd().split('\r\n');
    expect(lines[0]).toBe('সময়,বিবরণ,সূত্র,এসেছে,গেছে,ব্যালেন্স');
    const ledger = await asOwner<{ kind: string; amount: string; after: string }>(
      portal.ownerUrl,
      `select kind, (amount_paisa / 100.0)::numeric(12,2)::text as amount,
              ((posted_after_paisa - held_after_paisa) / 100.0)::numeric(12,2)::text as after
         from ledger_transfers where user_id = $1 order by wallet_version`,
      [person.id],
    );
    expect(ledger.map(({ kind }) => kind)).toEqual([
      'recharge',
      'bonus',
      'hold',
      'release',
      'hold',
      'withdrawal',
    ]);
    expect(cells(lines[1]!).at(-1)).toBe('0.00');
    expect(lines.slice(2, -1).map((line) => cells(line).slice(3))).toEqual(
      ledger.map(({ kind, amount, after }) =>
        ['recharge', 'bonus', 'release'].includes(kind) ? [amount, '', after] : ['', amount, after],
      ),
    );
    expect(cells(lines.at(-1)!).at(-1)).toBe((await balanceOf(portal, person)).current_balance.toFixed(2));
    expect(lines[4]).toContain('অর্ডার');
    const inEnglish = await portal.call(
      'GET',
      `/account/statement/?from=${day(-1)}&to=${today()}&format=csv`,
      {
        token: person.token,
        headers: english,
      },
    );
    expect(inEnglish.bytes.toString()).not.toMatch(/[\u0980-\u09ff]/u);
    expect(inEnglish.bytes.toString()).toContain('Time,Particulars,Reference,In,Out,Balance');
    // A movement without a number of its own has the one that the list shows.
    expect(cells(lines[2]!)[2]).toBe(toBengaliDigits(`${person.id}-1`));
  });

  it('as a PDF shows the same, carries a verification code, and is remade only after a movement', async () => {
    const person = await busyCustomer();
    const query = `from=${today()}&to=${today()}`;
    const first = await statement(person, query);
    expect(first.headers.get('content-type')).toBe('application/pdf');
    expect((await statement(person, `${query}&format=pdf`)).bytes.equals(first.bytes)).toBe(true);
    const record = JSON.parse(Buffer.from((await readAttachment(first.bytes, 'record.json'))!).toString());
    expect(record).toMatchObject({ format: 'nothipotro.money-paper', kind: 'statement' });
    expect(record.lines.rows).toHaveLength(6);
    // The day is on one line, the time on the next.
    for (const { at } of record.lines.rows) expect(at).toMatch(/^\p{Nd}+ [^,]+, \p{Nd}{4}\n\P{Nd}/u);
    const { body: list } = await portal.call('GET', '/account/transactions/', { token: person.token });
    const bengali = (amount: string) =>
      `৳ ${amount.replace(/\B(?=(\d{3})+\.)/g, ',').replace(/\d/g, (digit) => '০১২৩৪৫৬৭৮৯'[Number(digit)]!)}`;
    expect(record.lines.rows.map((row: { after: string }) => row.after.replace(/\s/g, ' '))).toEqual(
      list.results.map((row) => bengali(row.balance_after!)).reverse(),
    );
    const text = (await readPdfText(first.bytes)).join('\n');
    expect(text).toContain('ওয়ালেটের বিবরণী');
    expect(text).toContain('Closing balance');
    const [link] = await readPdfLinks(first.bytes);
    const proof = await portal.call('GET', `/verify-document/${link!.url.split('/').at(-1)}/`);
    expect(proof.body).toMatchObject({ state: 'genuine', kind: 'statement' });
    await portal.topUp(person, '5');
    expect((await statement(person, query)).bytes.equals(first.bytes)).toBe(false);
  });

  it('starts where the previous one ended, for any periods', async () => {
    const person = await busyCustomer();
    for (const [version, offset] of [
      [1, -9],
      [2, -9],
      [3, -4],
      [4, -2],
    ])
      await asOwner(
        portal.ownerUrl,
        `update ledger_transfers set created_at = now() + $3 * interval '1 day' where user_id = $1 and wallet_version = $2`,
        [person.id, version, offset],
      );
    let closing = '0.00';
    let moved = 0;
    for (const [from, to] of [
      [-30, -10],
      [-9, -9],
      [-8, -4],
      [-3, -3],
      [-2, 0],
    ] as const) {
      const { bytes } = await statement(person, `from=${day(from)}&to=${day(to)}&format=csv`);
      const lines = bytes.toString().trimEnd().split('\r\n');
      expect(cells(lines[1]!).at(-1)).toBe(closing);
      closing = cells(lines.at(-1)!).at(-1)!;
      moved += lines.length - 3;
    }
    expect(moved).toBe(6);
    expect(closing).toBe((await balanceOf(portal, person)).current_balance.toFixed(2));
  });

  it('accepts days in each written form and either digits; refuses an invalid period', async () => {
    const person = await portal.customer();
    const [year, month, date] = today().split('-');
    expect((await statement(person, `from=${date}/${month}/${year}&to=${today()}&format=csv`)).status).toBe(
      200,
    );
    expect(
      (await statement(person, `from=০১-০১-২০২৬&to=${day(400)}&format=csv`)).headers.get(
        'content-disposition',
      ),
    ).toContain(`statement-2026-01-01-${today()}.csv`);
    for (const format of ['csv', 'pdf'])
      expect(
        (await statement(person, `from=${today()}&to=${today()}&format=${format}`)).headers.get(
          'content-disposition',
        ),
      ).toContain(`statement-${today()}.${format}`);
    const refusals = [
      ['', { from: ['সঠিক তারিখ ফরম্যাট লিখুন (DD-MM-YYYY, DD/MM/YYYY বা YYYY-MM-DD)'] }],
      [`from=2026-13-01&to=${today()}`, { from: [expect.stringContaining('সঠিক তারিখ')] }],
      [`from=${today()}&to=${day(-1)}`, { to: ['শেষের দিনটি শুরুর দিনের আগে হতে পারে না'] }],
      [`from=${day(2)}&to=${day(3)}`, { from: ['আগামী দিনের বিবরণী হয় না'] }],
      [`from=${today()}&to=${today()}&format=doc`, { format: ['সঠিক তথ্য দিন'] }],
    ] as const;
    for (const [query, fields] of refusals)
      expect(await statement(person, query)).toMatchObject({ status: 400, body: fields });
  });

  it('for someone else is for staff only, and their access is logged', async () => {
    const [person, stranger] = [await busyCustomer(), await portal.customer()];
    const query = `from=${today()}&to=${today()}&format=csv`;
    expectRefusal(await statement(stranger, `${query}&user=${person.id}`), 'not_found');
    const accountant = await makeStaff(portal, 'accountant');
    const theirs = await statement(accountant, `${query}&user=${person.id}`);
    expect(theirs.bytes.equals((await statement(person, query)).bytes)).toBe(true);
    expectRefusal(await statement(accountant, `${query}&user=2000000000`), 'not_found');
    const looks = await asOwner(
      portal.ownerUrl,
      `select actor_id from trail where kind = 'statement.opened' and subject_id = $1 order by id`,
      [person.id],
    );
    expect(looks.map(({ actor_id }) => actor_id)).toEqual([accountant.id, person.id]);
  });

  it('is made up to sixty times a day; earlier ones stay available, and receipts do not count', async () => {
    const person = await busyCustomer();
    const query = `from=${day(-1)}&to=${today()}`;
    const first = await statement(person, query);
    expect(first.status).toBe(200);
    await asOwner(
      portal.ownerUrl,
      `update rate_limits set tries = array_fill(now(), array[60]) where kept_until > now() + interval '23 hours 59 minutes'`,
    );
    expectRefusal(await statement(person, `from=${day(-2)}&to=${today()}`), 'too_many_requests');
    expect((await statement(person, query)).bytes.equals(first.bytes)).toBe(true);
    const id = await rechargeOf(person);
    for (const { status } of [await receipt(person, id), await receipt(person, id)]) expect(status).toBe(200);
    await asOwner(portal.ownerUrl, 'delete from rate_limits');
    const looks = await asOwner(
      portal.ownerUrl,
      `select kind from trail where subject_id = $1 and kind in ('statement.opened', 'receipt.opened') order by id`,
      [person.id],
    );
    expect(looks.map(({ kind }) => kind)).toEqual([
      ...['statement.opened', 'statement.opened', 'receipt.opened', 'receipt.opened'],
    ]);
  });

  it('with too many lines is refused as a PDF, but complete as a table', async () => {
    const person = await busyCustomer();
    await asOwner(
      portal.ownerUrl,
      `with made as (
         insert into ledger_transfers (id, kind, debit_account, credit_account, amount_paisa, ref, user_id, wallet_version, posted_after_paisa, held_after_paisa)
         select gen_random_uuid(), 'recharge', 'admin_cash', 'wallet:' || w.user_id, 100, 'many:' || w.user_id || ':' || n, w.user_id, w.version + n,
                w.posted_paisa + 100 * n, w.held_paisa
           from wallets w, generate_series(1, 2000) n where w.user_id = $1 returning 1)
       update wallets set posted_paisa = posted_paisa + 200000, version = version + 2000 where user_id = $1`,
      [person.id],
    );
    const query = `from=${today()}&to=${today()}`;
    expectRefusal(await statement(person, query), 'statement_too_long');
    const inEnglish = await portal.call('GET', `/account/statement/?${query}`, {
      token: person.token,
      headers: english,
    });
    expectRefusal(inEnglish, 'statement_too_long', 'en');
    const lines = (await statement(person, `${query}&format=csv`)).bytes.toString().trimEnd().split('\r\n');
    expect(lines).toHaveLength(2006 + 3);
    expect(cells(lines.at(-1)!).at(-1)).toBe((await balanceOf(portal, person)).current_balance.toFixed(2));
  });
});
