// Books that do not balance are reported, and accept no posting until they are corrected.
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { pastRunningTransactions } from '#server/ledger/ledger.test-support.ts';
import { storeSnapshots } from '#server/ledger/ledger.ts';
import { asOwner } from '../../support/database.ts';
import { usePortal } from '../../support/portal.ts';
import { balanceOf, eventually, expectRefusal, makeStaff, placeOrder, servicesByCode } from '../steps.ts';

const portal = usePortal();
const read = async () => (await portal.call('GET', '/account/books/', { token: portal.admin.token })).body;
const auditNow = () => portal.call('POST', '/account/books/audit/', { token: portal.admin.token });
const metric = async (name: string) =>
  new RegExp(`^${name} (\\d+)$`, 'm').exec((await portal.call('GET', '/metrics/')).body)?.[1];
const recharge = (user: number) =>
  portal.call('POST', '/account/transactions/create/', {
    token: portal.admin.token,
    body: { user, amount: '10' },
  });
/** Bypasses all guards, as only the owner of the database can. */
const corrupt = (statement: string, values: unknown[] = []) => asOwner(portal.ownerUrl, statement, values);

describe('the books', () => {
  it('are audited once a night, by one process, and the dashboard shows the result', async () => {
    // By the portal itself; that run found the audit which each test portal makes before it starts.
    const ranByItself = () =>
      corrupt(`select last_succeeded_at as at from jobs where name = 'audit the books' and failures = 0`);
    expect(await eventually(ranByItself, ([job]) => Boolean(job?.at))).toEqual([{ at: expect.any(Date) }]);
    await corrupt('delete from ledger_audits');
    await Promise.all([portal.portal.books.auditNightly(), portal.portal.books.auditNightly()]);
    expect(await read()).toMatchObject({ state: 'balanced', findings: 0, shown: [], frozen: [] });
    expect(
      await asOwner(portal.ownerUrl, 'select day from ledger_audits where day is not null'),
    ).toHaveLength(1);
    expect(await metric('books_findings')).toBe('0');
    for (const role of ['operator', 'accountant', 'auditor'] as const) {
      const staff = await makeStaff(portal, role);
      expect((await portal.call('GET', '/account/books/', { token: staff.token })).status).toBe(200);
    }
  });

  it('freeze a corrupted wallet, and only that, until it is right again', async () => {
    const [hurt, sound] = [await portal.customer(), await portal.customer()];
    await portal.topUp(hurt, '1000');
    await portal.topUp(sound, '1000');
    await corrupt('update wallets set posted_paisa = posted_paisa + 77 where user_id = $1', [hurt.id]);
    const { status, body } = await auditNow();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      state: 'wrong',
      frozen: [{ account: `wallet:${hurt.id}`, rule: expect.any(String) }],
    });
    expect(body.shown.map(({ where }: { where: string }) => where)).toContain(`wallet:${hurt.id}`);
    expect(Number(await metric('books_findings'))).toBeGreaterThan(0);
    expect(await metric('books_frozen_accounts')).toBe('1');

    const services = await servicesByCode(portal);
    expectRefusal(await recharge(hurt.id), 'account_frozen');
    expectRefusal(
      await portal.call('POST', '/account/transactions/withdrawl/', {
        token: portal.admin.token,
        body: { user: hurt.id, amount: '5' },
      }),
      'account_frozen',
    );
    expectRefusal(
      await portal.call('POST', '/account/orders/', {
        token: hurt.token,
        body: {
          service: services.AB!.id,
          sub_type: services.AB!.sub_type[0]!.id,
          nid_or_form_num_or_for_biometric_or_location: '19901234567',
        },
      }),
      'account_frozen',
    );
    expect((await balanceOf(portal, hurt)).held).toBe(0);
    expect((await recharge(sound.id)).status).toBe(201);
    await placeOrder(portal, sound, services.AB!);

    await corrupt('update wallets set posted_paisa = posted_paisa - 77 where user_id = $1', [hurt.id]);
    expectRefusal(await recharge(hurt.id), 'account_frozen');
    expect((await auditNow()).body).toMatchObject({ state: 'balanced', frozen: [] });
    expect((await recharge(hurt.id)).status).toBe(201);
    const trail = await asOwner(portal.ownerUrl, `select 1 from trail where kind = 'books.wrong'`);
    expect(trail).toHaveLength(1);
  });

  it('freeze the accounts of a corrupted transfer and of a corrupted snapshot', async () => {
    const person = await portal.customer();
    await portal.topUp(person, '1000');
    await corrupt(
      `update ledger_transfers set posted_after_paisa = posted_after_paisa + 1 where user_id = $1`,
      [person.id],
    );
    await corrupt(`insert into ledger_snapshots (account, complete_below, balance_paisa)
      values ('revenue', '4', 12345)`);
    const accounts = (await auditNow()).body.frozen.map(({ account }: { account: string }) => account);
    expect(accounts).toEqual(['revenue', `wallet:${person.id}`].sort());
    await corrupt(
      `update ledger_transfers set posted_after_paisa = posted_after_paisa - 1 where user_id = $1`,
      [person.id],
    );
    await corrupt(`delete from ledger_snapshots where balance_paisa = 12345`);
    expect((await auditNow()).body.state).toBe('balanced');
  });

  it('are audited one at a time, and a failed nightly audit is reported', async () => {
    expect(Number(await metric('books_audited_timestamp_seconds'))).toBeGreaterThan(1_700_000_000);
    const holder = new pg.Client({ connectionString: portal.ownerUrl });
    await holder.connect();
    await holder.query('begin');
    // Held as by an audit in another process.
    await holder.query('select pg_advisory_xact_lock(7301970)');
    const refused = await auditNow();
    await holder.query('rollback');
    await holder.end();
    expectRefusal(refused, 'audit_running');
    expect((await auditNow()).status).toBe(200);

    await corrupt('alter table ledger_snapshots rename to hidden_snapshots');
    await corrupt('delete from ledger_audits');
    await expect(portal.portal.books.auditNightly()).rejects.toThrow();
    expect(await metric('books_audit_failed')).toBe('1');
    await corrupt('alter table hidden_snapshots rename to ledger_snapshots');
    await corrupt(`update ledger_audits set started_at = now() - interval '2 hours'`);
    await portal.portal.books.auditNightly();
    expect(await metric('books_audit_failed')).toBe('0');
    expect((await read()).state).toBe('balanced');
  });

  it('are audited nightly for changes, and completely each week and after any finding', async () => {
    const [still, moving] = [await portal.customer(), await portal.customer()];
    for (const person of [still, still, moving, moving]) await portal.topUp(person, '10');
    const night = async () => {
      // The night before.
      await corrupt('update ledger_audits set day = null');
      await portal.portal.books.auditNightly();
      const [last] = await corrupt('select is_whole, findings from ledger_audits order by id desc limit 1');
      return last;
    };
    const bend = (person: { id: number }, paisa: number) =>
      corrupt(
        'update ledger_transfers set posted_after_paisa = posted_after_paisa + $2 where user_id = $1 and wallet_version = 1',
        [person.id, paisa],
      );
    expect((await auditNow()).body.state).toBe('balanced');
    await pastRunningTransactions(portal.db);
    expect(await night()).toEqual({ is_whole: false, findings: 0 });

    // Something a nightly audit does not check: the middle of a wallet that has not moved. A full audit does.
    await bend(still, 1);
    expect(await night()).toEqual({ is_whole: false, findings: 0 });
    await bend(moving, 1);
    await portal.topUp(moving, '10');
    const found = await night();
    expect(found?.is_whole).toBe(false);
    expect(found?.findings).toBeGreaterThan(0);
    await bend(moving, -1);
    const whole = await night();
    expect(whole?.is_whole).toBe(true);
    expect(whole?.findings).toBeGreaterThan(0);
    await bend(still, -1);
    expect(await night()).toEqual({ is_whole: true, findings: 0 });
    expect(await night()).toEqual({ is_whole: false, findings: 0 });

    // A balance changed by hand is found every night, even if the wallet has not moved.
    await corrupt('update wallets set posted_paisa = posted_paisa + 5 where user_id = $1', [still.id]);
    expect((await night())?.findings).toBeGreaterThan(0);
    await corrupt('update wallets set posted_paisa = posted_paisa - 5 where user_id = $1', [still.id]);
    expect(await night()).toEqual({ is_whole: true, findings: 0 });
    for (const wrong of [`- interval '8 days'`, `+ interval '1 year'`]) {
      await corrupt(`update ledger_audits set finished_at = finished_at ${wrong} where is_whole`);
      expect(await night(), wrong).toEqual({ is_whole: true, findings: 0 });
    }
  });

  it('are summed hourly, also after a clock that was ahead', async () => {
    const hour = () => storeSnapshots(portal.db);
    const count = async () => (await corrupt('select from ledger_snapshots')).length;
    await portal.topUp(await portal.customer(), '10');
    await corrupt('delete from ledger_snapshots');
    await pastRunningTransactions(portal.db);
    await hour();
    const first = await count();
    await portal.topUp(await portal.customer(), '10');
    await pastRunningTransactions(portal.db);
    await hour();
    expect(await count()).toBe(first);
    await corrupt(`update ledger_snapshots set taken_at = taken_at + interval '1 year'`);
    await hour();
    expect(await count()).toBeGreaterThan(first);
  });

  it('keep one sum per old day, and still produce the same figures', async () => {
    const count = async () => (await corrupt('select from ledger_snapshots')).length;
    const person = await portal.customer();
    for (let turn = 0; turn < 3; turn += 1) await portal.topUp(person, '10');
    // Correct sums below three transactions: two of one day, ten days ago, and one of the day after.
    await corrupt('delete from ledger_snapshots');
    await corrupt(`
      insert into ledger_snapshots (account, complete_below, balance_paisa, taken_at)
      select 'admin_cash', below, (select coalesce(sum(amount_paisa), 0) from ledger_entries where account = 'admin_cash' and committed_by < below),
             date_trunc('day', now()) - interval '10 days' + row_number() over (order by below) * interval '9 hours'
        from (select distinct committed_by as below from ledger_entries where account = 'admin_cash' order by 1 desc limit 3) latest`);
    const before = await count();
    await corrupt('select ledger_prune_snapshots()');
    expect([before, await count()]).toEqual([3, 2]);
    // The sums of the last two days stay.
    await corrupt(`insert into ledger_snapshots select account, (complete_below::text::bigint - 1)::text::xid8, balance_paisa, now() from ledger_snapshots
      where complete_below = (select max(complete_below) from ledger_snapshots)`);
    await corrupt(
      `update ledger_snapshots set taken_at = now() - interval '1 minute' where complete_below = (select max(complete_below) from ledger_snapshots)`,
    );
    await corrupt('select ledger_prune_snapshots()');
    expect(await count()).toBe(3);
    expect((await auditNow()).body).toMatchObject({ state: 'balanced', findings: 0 });
  });

  it('follow the audit that began last, regardless of the findings of an earlier one', async () => {
    const begin = () => corrupt('insert into ledger_audits default values returning id::int');
    const [[earlier], [later]] = [await begin(), await begin()];
    const conclude = (audit: unknown, accounts: string) =>
      corrupt('select ledger_set_frozen($1, $2, $2)', [audit, accounts]);
    const frozenBy = async () =>
      (await corrupt(`select audit_id::int from ledger_frozen where account = 'clearing:x'`)).map(
        ({ audit_id }) => audit_id,
      );
    await conclude(later!.id, '{clearing:x}');
    await conclude(earlier!.id, '{}');
    expect(await frozenBy()).toEqual([later!.id]);
    await conclude(earlier!.id, '{clearing:x}');
    expect(await frozenBy()).toEqual([later!.id]);
    await conclude(later!.id, '{}');
    expect(await frozenBy()).toEqual([]);
  });

  it('cannot be unfrozen or corrupted by the portal itself', async () => {
    for (const statement of [
      `delete from ledger_frozen`,
      `insert into ledger_frozen values ('*', '', 1)`,
      `alter table ledger_transfers disable trigger all`,
      `update ledger_audits set id = 1`,
    ])
      await expect(
        asOwner(portal.ownerUrl, `set role nothipotro_app; ${statement}`),
        statement,
      ).rejects.toThrow();
  });
});
