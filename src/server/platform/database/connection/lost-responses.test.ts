import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openBadLine } from '../../../../../tests/support/bad-line.ts';
import { useDatabase } from '../../../../../tests/support/database.ts';
import { createDatabase, createPool, inTransaction, throughPooler } from '../connect.ts';
import { currentQueryTimeout, withQueryTimeout } from './query-timeout.ts';

const base = useDatabase();

it('one answer that is lost is enough to mistrust every connection that was not heard of since, and no other', async () => {
  const target = new URL(base.applicationUrl);
  const line = await openBadLine({ host: target.hostname, port: Number(target.port) });
  const pool = createPool(throughPooler(target.href, `127.0.0.1:${line.port}`), 6);
  const db = createDatabase(pool, 20);
  let opened = 0;
  pool.on('connect', () => {
    opened += 1;
  });
  const ask = (seconds: number) =>
    withQueryTimeout(1, () => sql`select pg_sleep(${seconds}::float8)`.execute(db)).then(
      () => 'answered',
      ({ message }: Error) => message,
    );
  const askAtOnce = () => Promise.all(Array.from({ length: 6 }, () => ask(0.05)));
  try {
    await askAtOnce();
    expect(opened).toBe(6);
    line.become('half-open');
    await wait(50);
    line.become('none');
    expect(await ask(0)).toBe('Query read timeout');
    for (let call = 0; call < 6; call += 1) expect(await ask(0)).toBe('answered');
    expect(await askAtOnce()).toEqual(Array(6).fill('answered'));
    expect(opened).toBe(12);

    // A statement that is slow while the others are answered says nothing about their connections.
    const slow = ask(30);
    await wait(100);
    await askAtOnce();
    expect(await slow).toBe('Query read timeout');
    await askAtOnce();
    expect(opened).toBeLessThanOrEqual(14);
  } finally {
    await db.destroy();
    line.close();
  }
});

it('a request that has waited for long does not wait as long again for a connection, and keeps none that comes late', async () => {
  const pool = createPool(base.applicationUrl, 1, 10);
  const db = createDatabase(pool, 20);
  try {
    const held = await pool.connect();
    const asking = withQueryTimeout(0.3, () => {
      currentQueryTimeout()!.spend(250);
      return sql`select 1`.execute(db);
    });
    const outcome = asking.catch(({ message }: Error) => message);
    const first = await Promise.race([outcome, wait(5_000, 'still waiting')]);
    held.release();
    expect(first).toMatch(/^timeout exceeded/);
    await expect.poll(() => [pool.totalCount, pool.idleCount, pool.waitingCount]).toEqual([1, 1, 0]);
    expect((await sql`select 1`.execute(db)).rows).toHaveLength(1);
  } finally {
    await db.destroy();
  }
});

it('a connection whose transaction began unnoticed is not used again: what it stored next would be lost', async () => {
  const target = new URL(base.applicationUrl);
  const line = await openBadLine({ host: target.hostname, port: Number(target.port) });
  const pool = createPool(throughPooler(target.href, `127.0.0.1:${line.port}`), 1);
  const db = createDatabase(pool, 20);
  const transaction = async () =>
    (await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(db)).rows[0]!.id;
  try {
    await sql`select 1`.execute(db);
    line.become('garbled');
    await expect(inTransaction(db, async () => 'begun')).rejects.toThrow('received invalid response');
    line.become('none');
    await wait(20);
    expect(await transaction()).not.toBe(await transaction());
  } finally {
    await db.destroy();
    line.close();
  }
});
