import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { asOwner } from '../../../tests/support/database.ts';
import { useLedger } from '../../../tests/support/ledger.ts';
import { connectClient } from '../platform/database/connect.ts';
import { clearingAccount } from './chart-of-accounts.ts';
import {
  getSystemBalance,
  makeCustomer,
  takeCompleteSnapshots,
  takeSnapshots,
} from './ledger.test-support.ts';
import * as ledger from './ledger.ts';

const { base, ref, run, customerWith, balance, findings } = useLedger();

describe('many at once', () => {
  it('lets exactly 10 of 64 parallel purchases of 1 taka succeed on 10 taka', async () => {
    const userId = await customerWith(1_000n);
    const buys = await Promise.allSettled(
      Array.from({ length: 64 }, (_, index) =>
        run((trx) => ledger.charge(trx, { userId, ref: `buy:${userId}:${index}`, amountPaisa: 100n })),
      ),
    );
    expect(buys.filter((buy) => buy.status === 'fulfilled')).toHaveLength(10);
    for (const buy of buys)
      if (buy.status === 'rejected') expect(buy.reason).toMatchObject({ code: 'insufficient_balance' });
    expect((await balance(userId)).availablePaisa).toBe(0n);
  });

  it('resolves a hold exactly once when captures and releases race', async () => {
    for (let round = 0; round < 15; round += 1) {
      const userId = await customerWith(500n);
      const held = await run((trx) => ledger.hold(trx, { userId, ref: ref(), amountPaisa: 500n }));
      const race = await Promise.allSettled(
        Array.from({ length: 8 }, (_, index) =>
          run((trx) =>
            (index % 2 === 0 ? ledger.capture : ledger.release)(trx, held.transferId, {
              userId,
              ref: `race:${userId}:${index}`,
            }),
          ),
        ),
      );
      expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const { postedPaisa, heldPaisa } = await balance(userId);
      expect(heldPaisa).toBe(0n);
      const resolved = await base.db
        .selectFrom('ledger_transfers')
        .select('kind')
        .where('hold_id', '=', held.transferId)
        .execute();
      expect(postedPaisa).toBe(resolved[0]?.kind === 'capture' ? 0n : 500n);
    }
  });

  it('lets only one of several parallel reversals succeed', async () => {
    const userId = await customerWith(500n);
    const charged = await run((trx) => ledger.charge(trx, { userId, ref: ref(), amountPaisa: 200n }));
    const race = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) =>
        run((trx) => ledger.reverse(trx, charged.transferId, { userId, ref: `undo:${userId}:${index}` })),
      ),
    );
    expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of race)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'already_reversed' });
    expect((await balance(userId)).postedPaisa).toBe(500n);
  });

  it('credits one payment once, however many deliver it', async () => {
    const userId = await makeCustomer(base.db);
    const same = ref();
    const race = await Promise.allSettled(
      Array.from({ length: 16 }, () =>
        run((trx) =>
          ledger.recharge(trx, clearingAccount('sandbox'), { userId, ref: same, amountPaisa: 100n }),
        ),
      ),
    );
    expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await balance(userId)).postedPaisa).toBe(100n);
  });

  it('opens a wallet once, however many open it', async () => {
    const userId = await makeCustomer(base.db);
    await Promise.all(Array.from({ length: 8 }, () => run((trx) => ledger.openWallet(trx, userId))));
    const rows = await base.db
      .selectFrom('wallets')
      .select('user_id')
      .where('user_id', '=', userId)
      .execute();
    expect(rows).toHaveLength(1);
  });

  it('takes snapshots that equal the sums while transfers are being posted', async () => {
    const users = await Promise.all(Array.from({ length: 6 }, () => customerWith(50_000n)));
    const sums = async () => {
      const rows = await sql<{
        account: string;
        sum: bigint;
      }>`select account, sum(amount_paisa)::bigint as sum from ledger_entries
        where account not like 'wallet:%' group by account`.execute(base.db);
      return new Map(rows.rows.map(({ account, sum }) => [account, sum]));
    };
    const posting = users.map(async (userId) => {
      for (let turn = 0; turn < 30; turn += 1)
        await run((trx) => ledger.charge(trx, { userId, ref: ref(), amountPaisa: BigInt(1 + turn) }));
    });
    const snapping = (async () => {
      for (let turn = 0; turn < 12; turn += 1) await takeSnapshots(base.db);
    })();
    await Promise.all([...posting, snapping]);
    await takeCompleteSnapshots(base.db);
    await run((trx) => ledger.charge(trx, { userId: users[0]!, ref: ref(), amountPaisa: 7n }));
    for (const [account, sum] of await sums())
      expect(await getSystemBalance(base.db, account as 'revenue'), account).toBe(sum);
    const { count } = await base.db
      .selectFrom('ledger_snapshots')
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBeGreaterThan(0);
    expect(await findings()).toEqual([]);
  });
});

describe('two snapshots at once', () => {
  it('each hold what was posted before their own moment, whichever is written first', async () => {
    const userId = await customerWith(9_000n);
    const [older, newer] = [await connectClient(base.ownerUrl), await connectClient(base.ownerUrl)];
    // Snapshots end below this transaction as long as it runs.
    await older.query('begin');
    await older.query('select pg_current_xact_id()');
    await run((trx) => ledger.charge(trx, { userId, ref: ref(), amountPaisa: 5n }));
    await newer.query('begin');
    await newer.query('lock table ledger_snapshots');
    const late = takeSnapshots(base.db);
    const waits = `select from pg_locks where relation = 'ledger_snapshots'::regclass and not granted`;
    await expect.poll(() => asOwner(base.ownerUrl, waits)).toHaveLength(1);
    await older.query('commit');
    await newer.query('select ledger_take_snapshots()');
    await newer.query('commit');
    await late;
    expect(await findings()).toEqual([]);
    await Promise.all([older.end(), newer.end()]);
  });
});

describe('nothing written can be changed', () => {
  const tables = [
    'wallets',
    'ledger_transfers',
    'ledger_snapshots',
    'trail',
    'order_timeline',
    'file_versions',
  ];
  const denied = { code: '42501' };

  it.each(tables)(
    'does not let the application update, delete, truncate, alter or drop %s',
    async (table) => {
      const column = {
        wallets: 'posted_paisa',
        ledger_transfers: 'amount_paisa',
        ledger_snapshots: 'balance_paisa',
        trail: 'kind',
        order_timeline: 'what',
        file_versions: 'version',
      }[table]!;
      for (const statement of [
        `update ${table} set ${column} = ${column}`,
        `delete from ${table}`,
        `truncate ${table} cascade`,
        `alter table ${table} add column extra integer`,
        `alter table ${table} disable trigger all`,
        `drop table ${table} cascade`,
      ]) {
        await expect(sql.raw(statement).execute(base.db), statement).rejects.toMatchObject(denied);
      }
    },
  );

  it('does not let the application write transfers or wallets past the posting function', async () => {
    const userId = await customerWith(100n);
    const insert = (debit: string, credit: string) =>
      sql`insert into ledger_transfers (id, kind, debit_account, credit_account, amount_paisa, ref, user_id, wallet_version, posted_after_paisa, held_after_paisa)
        values (gen_random_uuid(), 'opening', ${debit}, ${credit}, 100, ${ref()}, ${userId}, 2, 200, 0)`.execute(
        base.db,
      );
    await expect(insert('opening', `wallet:${userId}`)).rejects.toMatchObject(denied);
    await expect(insert('opening', 'opening')).rejects.toMatchObject(denied);
    await expect(
      sql`insert into wallets (user_id, posted_paisa) values (${userId}, 1)`.execute(base.db),
    ).rejects.toMatchObject(denied);
    await expect(
      sql`insert into ledger_snapshots (account, complete_below, balance_paisa) values ('revenue', '1', 1)`.execute(
        base.db,
      ),
    ).rejects.toMatchObject(denied);
  });

  it('does not let the application change the posting function, its owner, its own rights or its role', async () => {
    for (const statement of [
      'create or replace function wallet_open(p_user_id integer) returns void language sql as $$ select 1 $$',
      'alter function wallet_open(integer) owner to nothipotro_app',
      'set session_replication_role = replica',
    ]) {
      await expect(sql.raw(statement).execute(base.db), statement).rejects.toMatchObject({
        code: expect.stringMatching(/^42501$/),
      });
    }
    await sql
      .raw('grant update on wallets to nothipotro_app')
      .execute(base.db)
      .catch(() => undefined);
    const rights = await sql<{
      may: boolean;
    }>`select has_table_privilege('nothipotro_app', 'wallets', 'update') as may`.execute(base.db);
    expect(rights.rows[0]!.may).toBe(false);
    const { rows } = await sql<{
      role: string;
      is_super: string;
    }>`select current_user as role, current_setting('is_superuser') as is_super`.execute(base.db);
    expect(rows[0]).toEqual({ role: 'tests_login', is_super: 'off' });
  });

  it('refuses even the owner a transfer to the same account, without a wallet, or of zero or less', async () => {
    const userId = await customerWith(100n);
    const insert = (debit: string, credit: string, amount: number, kind = 'opening') =>
      asOwner(
        base.ownerUrl,
        `insert into ledger_transfers (id, kind, debit_account, credit_account, amount_paisa, ref, user_id, wallet_version, posted_after_paisa, held_after_paisa)
         values (gen_random_uuid(), $1, $2, $3, $4, $5, $6, 99, 0, 0)`,
        [kind, debit, credit, amount, ref(), userId],
      );
    const wallet = `wallet:${userId}`;
    const refused = (constraint: RegExp) => ({
      code: '23514',
      constraint: expect.stringMatching(constraint),
    });
    await expect(insert(wallet, wallet, 5)).rejects.toMatchObject(refused(/two_accounts|one_wallet/));
    await expect(insert('revenue', 'opening', 5)).rejects.toMatchObject(refused(/one_wallet/));
    await expect(insert('opening', 'wallet:999999', 5)).rejects.toMatchObject(refused(/one_wallet/));
    await expect(insert('opening', wallet, 0)).rejects.toMatchObject(refused(/positive/));
    await expect(insert('opening', wallet, -5)).rejects.toMatchObject(refused(/positive/));
    await expect(insert('opening', wallet, 5, 'gift')).rejects.toMatchObject(refused(/kind/));
    await expect(insert('revenue', wallet, 5, 'reversal')).rejects.toMatchObject(refused(/reversed_named/));
    await expect(insert(wallet, 'revenue', 5, 'capture')).rejects.toMatchObject(refused(/hold_named/));
    await expect(
      asOwner(base.ownerUrl, `update wallets set posted_paisa = -1 where user_id = ${userId}`),
    ).rejects.toMatchObject(refused(/available_not_negative/));
    await expect(
      asOwner(base.ownerUrl, `update wallets set held_paisa = -1 where user_id = ${userId}`),
    ).rejects.toMatchObject(refused(/held_not_negative/));
  });
});
