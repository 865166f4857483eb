// The demo is a shop that has been open for 90 days, and its books balance like any other's.
import { expect, it } from 'vitest';
import { dhakaDay } from '#contract/dates/dates.ts';
import { addDemo } from '#server/demo.ts';
import { audit } from '#server/ledger/audit.ts';
import { inTransaction } from '#server/platform/database/connect.ts';
import { bookRules } from '#server/reports/book-rules.ts';
import { closeNextDays } from '#server/reports/closed-days.queries.ts';
import { asOwner } from '../../support/database.ts';
import { usePortal } from '../../support/portal.ts';

const portal = usePortal();
const dayMs = 86_400_000;

it('covers 90 days, busy on Sundays and quiet on Fridays, and its books balance', {
  timeout: 120_000,
}, async () => {
  expect(await addDemo(portal.portal, portal.ownerUrl)).toBe(true);
  expect(await addDemo(portal.portal, portal.ownerUrl)).toBe(false);

  const [to, from] = [dhakaDay(new Date()), dhakaDay(new Date(Date.now() - 89 * dayMs))];
  const read = async (path: string) =>
    (await portal.call('GET', `/account/admin/${path}`, { token: portal.admin.token })).body;
  const report = await read(`reports/sales/?from=${from}&to=${to}`);
  const days: { label: string; values: (string | number)[] }[] = report.groups.find(
    ({ name }: { name: string }) => name === 'day',
  ).rows;
  const sold = (weekday: number) =>
    days
      .filter(({ label }) => new Date(`${label}T06:00:00Z`).getUTCDay() === weekday)
      .reduce((sum, { values }) => sum + Number(values[0]), 0);
  expect(days.filter(({ values }) => Number(values[0]) > 0).length).toBeGreaterThan(50);
  expect(sold(0)).toBeGreaterThan(3 * sold(5));

  const month = await read(`day/?from=${dhakaDay(new Date(Date.now() - 29 * dayMs))}&to=${to}`);
  for (const name of ['sales', 'deposits'] as const) {
    expect(Number(month[name].value)).toBeGreaterThan(0);
    expect(Number(month[name].before)).toBeGreaterThan(0);
  }

  expect(await audit(portal.db, bookRules)).toEqual([]);
  while ((await inTransaction(portal.db, closeNextDays)) > 0);
  expect(await audit(portal.db, bookRules)).toEqual([]);
  expect(await read(`reports/sales/?from=${from}&to=${to}`)).toEqual(report);

  const wrong = await asOwner(
    portal.ownerUrl,
    `select 'order' as what from orders o join users u on u.id = customer_id
      where created_on < date_joined or completed_at < created_on or due_on < created_on or updated_on > now() or taken_at > updated_on
     union all
     select 'number of an order' from (select id, lag(id) over (order by created_on, id) as before from orders) o where id < before
     union all
     select 'number of a paper' from (select id, lag(id) over (order by created_at, id) as before from files) f where id < before
     union all
     select 'order of what staff is told' from (
       select id, lag(id) over (partition by user_id order by at, id) as before from notices where kind = 'order_created') n where id < before
     union all
     select 'movement' from ledger_transfers a join ledger_transfers b on b.user_id = a.user_id and b.wallet_version > a.wallet_version and b.created_at < a.created_at
     union all
     select 'line' from order_timeline l join orders o on o.id = order_id where l.at < o.created_on or l.at > o.updated_on + interval '1 minute'
     union all
     select 'notice' from notices n where kind = 'recharge_credited' and not exists (
       select from ledger_transfers t where t.user_id = n.user_id and t.kind = 'recharge' and abs(extract(epoch from t.created_at - n.at)) < 60)`,
    [],
  );
  expect(wrong).toEqual([]);
});
