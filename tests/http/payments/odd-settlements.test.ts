// Odd or hostile settlement reports: read as a person would read them, or refused with a message.
import { expect, it } from 'vitest';
import { useBkash } from '../../support/bkash.ts';
import { asOwner } from '../../support/database.ts';
import { usePortal } from '../../support/portal.ts';
import { expectRefusal } from '../steps.ts';

const bkash = useBkash();
const portal = usePortal(() => bkash.settings);

const upload = (csv: string, name = 'report.csv', headers = {}) => {
  const form = new FormData();
  form.set('provider', 'bkash');
  form.set('file', new Blob([csv]), name);
  return portal.call('POST', '/account/settlements/', { token: portal.admin.token, form, headers });
};
const itemsOf = async (id: string) =>
  (await portal.call('GET', `/account/settlements/${id}/`, { token: portal.admin.token })).body.results;

async function credited(taka: string): Promise<{ id: string; trx: string }> {
  const person = await portal.customer();
  const { body } = await portal.call('POST', '/payment/bkash/create/', {
    token: person.token,
    body: { amount: taka, payment_type: 'custom' },
  });
  await bkash.press(body.payment_id, 'pay');
  await portal.call('GET', `/payment/bkash/callback/?paymentID=${body.payment_id}`, { token: person.token });
  const [row] = await asOwner<{ id: string; trx: string }>(
    portal.ownerUrl,
    'select id, transaction_id as trx from payments where provider_payment_id = $1',
    [body.payment_id],
  );
  return row!;
}

it.each(['0000-01-01', '0001-01-01', '1999-12-31', '9999-12-31 23:00:00-12:00'])(
  'refuses an implausible date: %s',
  async (date) => {
    expectRefusal(await upload(`Trx ID,Amount,Date\nA,5,${date}\n`), 'settlement_line');
  },
);

it('does not return the first file’s result for another file with the same key', async () => {
  const key = { 'Idempotency-Key': 'report' };
  expect((await upload('Trx ID,Amount,Date\nKEYED1,10,2026-01-02', 'report.csv', key)).status).toBe(201);
  expectRefusal(
    await upload('Trx ID,Amount,Date\nKEYED2,10,2026-01-02', 'report.csv', key),
    'idempotency_key_reused',
  );
});

it('keeps a line open until staff explain it', async () => {
  const by = { token: portal.admin.token };
  const waiting = async () =>
    (await portal.call('GET', '/account/admin/money-waiting/', by)).body.settlements;
  const before = await waiting();
  const { body } = await upload('Trx ID,Amount,Date\nWAITING1,10,2026-01-02');
  expect(await waiting()).toBe(before + 1);
  await portal.call(
    'POST',
    `/account/settlements/${body.id}/items/${(await itemsOf(body.id))[0]!.position}/resolve/`,
    {
      ...by,
      body: { action: 'explain', note: 'দেখা হয়েছে' },
    },
  );
  expect(await waiting()).toBe(before);
});

it('reads dates in Bengali digits', async () => {
  const { body } = await upload('Trx ID,Amount,Date\nBN1,৫,২১/১১/২০২৬ ১৪:০৫\n');
  expect(body).toMatchObject({ lines: 1, total: '5.00', first_at: '2026-11-21T08:05:00.000Z' });
});

it('matches transaction numbers regardless of case, spaces and invisible characters', async () => {
  const { id, trx } = await credited('321');
  const spaced = `${trx.slice(0, 4)} ${trx.slice(4)}`;
  const written = [trx.toLowerCase(), spaced, `${trx}\u200b`, `\u202e${trx}`];
  const [first, ...others] = written.map((number) => `${number},321,2026-11-21`);
  const { body } = await upload(`Trx ID,Amount,Date\n${first}\n`);
  expect(body).toMatchObject({ matched: 1, open: 0 });
  const twice = await upload(['Trx ID,Amount,Date', first, ...others].join('\n'));
  expect(twice.body).toMatchObject({ lines: 4, matched: 1, differing: 3 });
  expect(await itemsOf(twice.body.id)).toMatchObject([
    { payment: id, match: 'matched', difference: '' },
    ...[spaced, trx, trx].map((transaction_id) => ({
      ...{ payment: id, match: 'differing', difference: 'twice in the file', transaction_id },
    })),
  ]);
});

it('strips direction, control and invisible characters from a file name', async () => {
  const name = 'র\u200d্যাব\u202egnp.csv\u2066\u200b\u00ad\u{e0041} \u001b[31m\tx';
  const { body } = await upload('Trx ID,Amount,Date\nNAME1,5,2026-11-21\n', name);
  expect(body.name).toBe('র\u200d্যাবgnp.csv [31m x');
});

it('reconciles the maximum number of lines with two thousand payments', async () => {
  const { id } = await portal.customer();
  await asOwner(
    portal.ownerUrl,
    `insert into payments (id, provider, user_id, amount_paisa, payment_type, state, transaction_id, settled_at)
     select 'NPMANY' || n, 'bkash', ${id}, 500, 'custom', 'failed', 'MANY' || n, now() from generate_series(1, 2000) n`,
  );
  const lines = Array.from({ length: 50_000 }, (_, index) => `many${index + 1},5,2026-11-21`);
  const { body } = await upload(['Trx ID,Amount,Date', ...lines].join('\n'));
  expect(body).toMatchObject({ lines: 50_000, differing: 2_000, theirs_only: 48_000 });
});
