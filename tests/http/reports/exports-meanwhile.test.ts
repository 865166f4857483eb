// An export is read in several batches, while its rows change between the statements.
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { exportUsers } from '#server/accounts/exports/users-export.ts';
import { findPayment } from '#server/payments/payments.queries.ts';
import { credit } from '#server/payments/settlement.ts';
import { type Database, inTransaction } from '#server/platform/database/connect.ts';
import { exportRecharges } from '#server/reports/recharges-export.ts';
import { asOwner } from '../../support/database.ts';
import { usePortal } from '../../support/portal.ts';

const portal = usePortal();
/** More than one batch. */
const rows = 520;

/** Runs `happen` once, after the first statement. */
function meanwhile(db: Database, change: () => Promise<unknown>): Database {
  let isFirst = true;
  return db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (isFirst) {
        isFirst = false;
        await change();
      }
      return result;
    },
  });
}

const linesOf = async (table: Parameters<typeof text>[0]) =>
  (await text(table)).trimEnd().split('\r\n').slice(1);

it('contains everyone but a person erased meanwhile', async () => {
  await asOwner(
    portal.ownerUrl,
    `insert into users (username, email, first_name, last_name, password_hash, p_code)
     select n || '@many.test', n || '@many.test', 'অনেক', n::text, '', n::text from generate_series(1, ${rows}) n`,
  );
  const erased = () =>
    asOwner(portal.ownerUrl, `update users set deleted_at = now() where username = '${rows}@many.test'`);
  const filter = { search: 'অনেক', isActive: undefined, customersOnly: false, byBalance: false };
  const table = await exportUsers(meanwhile(portal.portal.db, erased), filter, 'en');
  expect(await linesOf(table)).toHaveLength(rows - 1);
});

it.each([
  ['newest', rows],
  ['oldest', 1],
])('contains the %s payment once if it is credited meanwhile', async (_, number) => {
  const { db } = portal.portal;
  const customer = await portal.customer();
  const ids = await asOwner<{ id: string }>(
    portal.ownerUrl,
    `insert into payments (id, provider, user_id, amount_paisa, payment_type, state, created_at, next_check_at)
     select 'meanwhile-' || $1::int || '-' || n, 'sandbox', $1::int, 100 * n, 'custom', 'created', now() - (${rows} - n) * interval '1 second', 'infinity'
       from generate_series(1, ${rows}) n order by n returning id`,
    [customer.id],
  );
  const { id } = ids[number - 1]!;
  const pay = () =>
    inTransaction(db, async (trx) => {
      const payment = (await findPayment(trx, id))!;
      const facts = { amountPaisa: payment.amount_paisa, transactionId: id, payerNumber: '' };
      await credit(trx, payment, facts, 0n);
    });
  const providerName = () => ({ bn: 'পরীক্ষা', en: 'Sandbox' });
  const reading = meanwhile(db, pay);
  const filter = { search: '', status: undefined, day: undefined, way: undefined };
  const lines = await linesOf(exportRecharges({ db, reading, providerName }, filter, 'en'));
  const theirs = lines.map((line) => line.split(',')[5]);
  expect(
    theirs.filter((amount) => amount === `${number}.00`),
    id,
  ).toHaveLength(1);
  expect(lines.filter((line) => line.includes(`meanwhile-${customer.id}-`))).toHaveLength(rows);
  await asOwner(portal.ownerUrl, `delete from payments where user_id = $1 and state <> 'completed'`, [
    customer.id,
  ]);
});
