// SPENDERS processes spend from the same wallets concurrently, each over SPENDER_CONNECTIONS connections.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { audit, ledgerRules } from '#server/ledger/audit.ts';
import { inOne, makeCustomer } from '#server/ledger/ledger.test-support.ts';
import { getBalance, recharge } from '#server/ledger/ledger.ts';
import { bareEnvironment } from '../support/bare-environment.ts';
import { asOwner, useDatabase } from '../support/database.ts';
import { recordCounts } from '../support/proof-counts.ts';
import type { SpenderCounts, SpenderWork } from './spender.ts';

const base = useDatabase();
const run = promisify(execFile);
const processes = Number(process.env.SPENDERS ?? 2);
const connections = Number(process.env.SPENDER_CONNECTIONS ?? 4);
/** Full length: 64 connections with 50 buys of one taka each on 100 taka, and 10,000 moves of every kind. */
const buysPerConnection = Number(process.env.SPENDER_BUYS ?? 10);
const mixedPerConnection = Number(process.env.SPENDER_MOVES ?? 10);
const taka = processes * connections * buysPerConnection >= 3_200 ? 100 : 10;

async function customerWith(paisa: bigint): Promise<number> {
  const userId = await makeCustomer(base.db);
  await inOne(base.db, (trx) =>
    recharge(trx, 'admin_cash', { userId, ref: `first:${userId}`, amountPaisa: paisa }),
  );
  return userId;
}

async function spend(work: Omit<SpenderWork, 'process' | 'databaseUrl'>): Promise<SpenderCounts> {
  const all = await Promise.all(
    Array.from({ length: processes }, async (_, index) => {
      const spenderWork: SpenderWork = { ...work, process: index, databaseUrl: base.applicationUrl };
      const { stdout } = await run(
        process.execPath,
        [join(import.meta.dirname, 'spender.ts'), JSON.stringify(spenderWork)],
        { env: bareEnvironment() },
      );
      return JSON.parse(stdout) as SpenderCounts;
    }),
  );
  const sum = (field: keyof SpenderCounts) => all.reduce((total, counts) => total + counts[field], 0);
  return {
    bought: sum('bought'),
    refused: sum('refused'),
    moved: sum('moved'),
    mixedRefused: sum('mixedRefused'),
    postedPaisa: sum('postedPaisa'),
  };
}

it(`${processes} processes spend exactly what there is, and no wallet falls below zero`, async () => {
  const wallet = await customerWith(BigInt(taka) * 100n);
  const mixedWallets = await Promise.all(Array.from({ length: 8 }, () => customerWith(10_000n)));
  const { bought, refused, moved, mixedRefused, postedPaisa } = await spend({
    connections,
    wallet,
    buysPerConnection,
    mixedWallets,
    mixedPerConnection,
  });
  const tries = processes * connections * buysPerConnection;
  expect({ bought, refused }).toEqual({ bought: taka, refused: tries - taka });
  expect(await getBalance(base.db, wallet)).toMatchObject({ postedPaisa: 0n, heldPaisa: 0n });
  expect(moved + mixedRefused).toBe(processes * connections * mixedPerConnection);
  const balances = await Promise.all(mixedWallets.map((id) => getBalance(base.db, id)));
  const total = balances.reduce((sum, { postedPaisa: paisa }) => sum + paisa, 0n);
  expect(total).toBe(BigInt(8 * 10_000 + postedPaisa));
  expect(balances.map(({ heldPaisa }) => heldPaisa)).toEqual(mixedWallets.map(() => 0n));
  // Checks the balance after each transfer, not only at the end.
  const [{ negative }] = (await asOwner(
    base.ownerUrl,
    'select count(*)::int as negative from ledger_transfers where posted_after_paisa < held_after_paisa or held_after_paisa < 0',
  )) as [{ negative: number }];
  expect(negative).toBe(0);
  expect(await audit(base.db, ledgerRules)).toEqual([]);
  recordCounts('spending from several processes', {
    processes,
    connections: processes * connections,
    tries,
    bought,
    refused,
    moved,
    mixedRefused,
    negative,
  });
}, 600_000);

it('refuses in the database every direct way to a negative balance', async () => {
  const userId = await customerWith(500n);
  const ways = [
    'update wallets set posted_paisa = -1',
    'update wallets set posted_paisa = posted_paisa - 501',
    'update wallets set held_paisa = 501',
    'update wallets set held_paisa = -1',
    'update wallets set posted_paisa = 0, held_paisa = 1',
  ];
  let refused = 0;
  for (const way of ways)
    await asOwner(base.ownerUrl, `${way} where user_id = $1`, [userId]).catch((error: { code: string }) => {
      refused += error.code === '23514' ? 1 : 0;
    });
  for (const way of ways)
    await sql
      .raw(`${way} where user_id = ${userId}`)
      .execute(base.db)
      .catch((error: { code: string }) => {
        refused += error.code === '42501' ? 1 : 0;
      });
  recordCounts('direct writes below zero', { tries: 2 * ways.length, refused });
  expect(refused).toBe(2 * ways.length);
  expect(await getBalance(base.db, userId)).toMatchObject({ postedPaisa: 500n, heldPaisa: 0n });
});
