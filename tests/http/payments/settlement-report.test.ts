// Reconciliation of the provider's settlement report with our payments.
import { describe, expect, it } from 'vitest';
import { useBkash } from '../../support/bkash.ts';
import { asOwner } from '../../support/database.ts';
import { usePortal } from '../../support/portal.ts';
import { balanceOf, english, expectBooksRight, expectRefusal, makeStaff } from '../steps.ts';
import { paymentSteps } from './payment-steps.ts';

const bkash = useBkash();
const portal = usePortal(() => ({ ...bkash.settings, BKASH_TIMEOUT_SECONDS: '1.5', APPROVAL_SUM: '2000' }));
const { paid, callback, trailOf } = paymentSteps(portal, bkash);

describe('the settlement report', () => {
  const upload = (bytes: string | Uint8Array, staff = portal.admin, provider = 'bkash', headers = {}) => {
    const form = new FormData();
    form.set('provider', provider);
    form.set('file', new Blob([bytes as BlobPart]), 'report.csv');
    return portal.call('POST', '/account/settlements/', { token: staff.token, form, headers });
  };
  const items = async (id: string, query = '') =>
    (await portal.call('GET', `/account/settlements/${id}/${query}`, { token: portal.admin.token })).body;

  it('is reconciled with our payments: matched, ours only, theirs only, differing', async () => {
    const person = await portal.customer();
    const [good, lacking, unsettled, altered] = [
      await paid(person, '501'),
      await paid(person, '502'),
      await paid(person, '503'),
      await paid(person, '504'),
    ];
    for (const { paymentId } of [good, lacking, altered]) await callback(person, paymentId);
    // Taken by the provider, but not yet reported to us.
    await fetch(`${bkash.origin}/desk/change`, {
      method: 'POST',
      body: JSON.stringify({
        paymentID: unsettled.paymentId,
        state: 'Completed',
        trxID: 'LATE12345',
        completedAt: Date.now(),
      }),
    });
    // The same number at another provider does not match.
    await asOwner(
      portal.ownerUrl,
      `insert into payments (id, provider, user_id, amount_paisa, payment_type, state, transaction_id)
       values ('NPFOREIGN', 'sandbox', $1, 199950, 'custom', 'failed', 'FOREIGN1')`,
      [person.id],
    );
    const report = await bkash.settlementCsv();
    const header = report.split('\r\n')[0]!;
    const lineOf = ({ id }: { id: string }) => report.split('\r\n').find((line) => line.includes(id))!;
    const changed = [
      header,
      '2020-01-01T00:00:00.000Z,FOREIGN1,NPFOREIGN,"1,999.50",BDT,Payment,Completed',
      lineOf(good),
      lineOf(unsettled),
      lineOf(altered).replace('504.00', '405.00'),
      lineOf(good),
      '2020-01-01T00:00:00.000Z,FEE1,,10.00,BDT,Service Fee,Completed',
      `${new Date(Date.now() + 60_000).toISOString()},FOREIGN2,,5,BDT,Payment,Completed`,
    ].join('\r\n');
    const { status, body } = await upload(changed);
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toMatchObject({ provider: 'bkash', lines: 6, matched: 1, theirs_only: 2, differing: 3 });
    const { results, count } = await items(body.id, '?page_size=100');
    expect(count).toBe(results.length);
    expect(await items(body.id, '?page=9')).toMatchObject({ results: [], count });
    const of = (id: string) => results.filter((one: { payment: string }) => one.payment === id);
    expect(of(good.id).map((one: { match: string }) => one.match)).toEqual(['matched', 'differing']);
    expect(of(good.id)[1].difference).toBe('twice in the file');
    expect(of(altered.id)).toMatchObject([
      { match: 'differing', difference: 'amount', theirs: '405.00', ours: '504.00' },
    ]);
    expect(of(unsettled.id)).toMatchObject([{ match: 'differing', difference: 'state' }]);
    expect(of(lacking.id)).toMatchObject([{ match: 'ours_only', line: null, ours: '502.00' }]);
    expect(results[0]).toMatchObject({ match: 'theirs_only', line: 2, theirs: '1999.50' });

    const act = (position: number, action: string, note = 'দেখা হয়েছে') =>
      portal.call('POST', `/account/settlements/${body.id}/items/${position}/resolve/`, {
        token: portal.admin.token,
        body: { action, note },
      });
    const [late] = of(unsettled.id);
    const settled = await act(late.position, 'settle');
    expect(settled.body).toMatchObject({ resolution: 'settled', resolved_by: { id: portal.admin.id } });
    expect((await balanceOf(portal, person)).current_balance).toBe(501 + 502 + 503 + 504);
    expectRefusal(await act(late.position, 'settle'), 'already_decided');
    expectRefusal(await act(results[0].position, 'settle'), 'settlement_no_payment');
    expectRefusal(await act(of(altered.id)[0].position, 'settle'), 'settlement_still_open');
    expect((await act(results[0].position, 'explain')).body).toMatchObject({ resolution: 'explained' });
    const told = `select details from trail where kind = 'settlement.resolved' order by id desc limit 1`;
    expect(await asOwner(portal.ownerUrl, told)).toMatchObject([
      { details: { action: 'explain', amount: results[0].theirs ?? results[0].ours } },
    ]);
    expectRefusal(await act(of(good.id)[0].position, 'explain'), 'already_decided');
    expectRefusal(await act(999_999, 'explain'), 'not_found');
    const trail = await trailOf(body.id);
    expect(trail.map(({ kind }) => kind)).toEqual([
      'settlement.uploaded',
      'settlement.resolved',
      'settlement.resolved',
    ]);

    const next = await upload([header, lineOf(lacking)].join('\n'));
    expect(next.body).toMatchObject({ lines: 1, matched: 1, open: 0 });
    expect((await items(body.id, '?match=ours_only&page_size=100')).results).toContainEqual(
      expect.objectContaining({ payment: lacking.id, resolution: 'in_other_file' }),
    );
    const list = await portal.call('GET', '/account/settlements/', { token: portal.admin.token });
    expect(list.body).toMatchObject({ count: 2, results: [{ id: next.body.id }, { id: body.id }] });
    await expectBooksRight(portal);
  });

  it('is imported once, and repeats its response for the same key', async () => {
    const csv = 'Transaction ID,Amount,Date\nONCE1,10,2026-01-02 10:00\n';
    const first = await upload(csv, portal.admin, 'bkash', { 'Idempotency-Key': 'report' });
    expect(first.status).toBe(201);
    expect((await upload(csv, portal.admin, 'bkash', { 'Idempotency-Key': 'report' })).body).toEqual(
      first.body,
    );
    expectRefusal(await upload(csv), 'settlement_known');
    expectRefusal(await upload(csv, await makeStaff(portal, 'auditor')), 'not_allowed');
    expectRefusal(await upload(csv, portal.admin, 'nagad'), 'unknown_provider');
  });

  it.each([
    [
      'semicolons, quotes, Bengali digits',
      'Trx ID;Amount;Date Time\r\n"A;1";"৳ ১,২০০.৫০";21/11/2026 14:05\r\n',
      '1200.50',
    ],
    ['tabs and old line ends', 'Date\tTransaction ID\tAmount\r2026-11-21\tA2\t5\r', '5.00'],
    [
      'the other encoding of spreadsheets',
      Buffer.from('\ufeffTrxID,Amount,Date\nA3,7.5,2026-11-21T10:00:00Z\n', 'utf16le'),
      '7.50',
    ],
  ])('is read with %s', async (_what, csv, total) => {
    const { status, body } = await upload(csv);
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toMatchObject({ lines: 1, total });
  });

  it.each([
    ['settlement_unreadable', Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x41, 0x00])],
    ['settlement_unreadable', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfa])],
    ['settlement_unreadable', 'Trx ID,Amount,Date\n"never closed,5,2026-01-01'],
    ['settlement_unreadable', `Trx ID,Amount,Date\n${'x'.repeat(2_000)},5,2026-01-01`],
    ['settlement_unreadable', ','.repeat(100)],
    ['settlement_columns', 'Name,Sum\nx,1'],
    ['settlement_columns', '<html><body>Log in</body></html>'],
    ['settlement_line', 'Trx ID,Amount,Date\nA,5,2026-01-01\nB,five,2026-01-01'],
    ['settlement_line', 'Trx ID,Amount,Date\nA,-5,2026-01-01'],
    ['settlement_line', 'Trx ID;Amount;Date\nA;1200,50;2026-01-01'],
    ['settlement_line', 'Trx ID,Amount,Date\nA,5,2026-02-31'],
    ['settlement_line', 'Trx ID,Amount,Date\n,5,2026-01-01'],
    ['settlement_empty', 'Trx ID,Amount,Date\n'],
    ['settlement_empty', 'Trx ID,Amount,Date,Type\nA,5,2026-01-01,Refund\n'],
    ['settlement_too_long', `Trx ID,Amount,Date\n${'A,5,2026-01-01\n'.repeat(50_001)}`],
    ['file_missing', ''],
  ] as const)('is refused with a clear text: %s', async (code, csv) => {
    const count = async () =>
      (await asOwner<{ n: number }>(portal.ownerUrl, 'select count(*)::int as n from settlement_files'))[0]!
        .n;
    const before = await count();
    expectRefusal(await upload(csv), code);
    expectRefusal(await upload(csv, portal.admin, 'bkash', english), code, 'en');
    expect(await count()).toBe(before);
  });
});
