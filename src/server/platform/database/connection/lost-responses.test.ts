import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openBadLine } from '../../../../../tests/support/bad-line.ts';
import { useDatabase } from '../../../../../tests/support/database.ts';
import { createDatabase, createPool, type Database, inTransaction, throughPooler } from '../connect.ts';
import { currentQueryTimeout, withQueryTimeout } from './query-timeout.ts';

const base = useDatabase();

const transactionOf = async (db: Database) =>
  (await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(db)).rows[0]!.id;

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

it('a connection whose response could not be understood is not used again: a transaction may be open on it', async () => {
  const target = new URL(base.applicationUrl);
  const line = await openBadLine({ host: target.hostname, port: Number(target.port) });
  const pool = createPool(throughPooler(target.href, `127.0.0.1:${line.port}`), 1);
  const db = createDatabase(pool, 20);
  try {
    await sql`select 1`.execute(db);
    line.become('garbled');
    await expect(inTransaction(db, async () => 'begun')).rejects.toThrow('received invalid response');
    line.become('none');
    await wait(20);
    expect(await transactionOf(db)).not.toBe(await transactionOf(db));
  } finally {
    await db.destroy();
    line.close();
  }
});

it('a connection on which a transaction was left open is not used again: what it stored next would be lost', async () => {
  const pool = createPool(base.applicationUrl, 1);
  const db = createDatabase(pool, 20);
  try {
    await sql`begin`.execute(db);
    expect(await transactionOf(db)).not.toBe(await transactionOf(db));
  } finally {
    await db.destroy();
  }
});

it('a connection is not used again whose response was no message, and which says only later how the transaction stands', async () => {
  // Welcome, ready outside a transaction; then a message of no known type.
  const responses = ['5200000008000000005a0000000549', '1600000004'];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', () => socket.write(Buffer.from(responses.shift() ?? '', 'hex')));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const pool = createPool(`postgres://shop@127.0.0.1:${port}/shop`, 1);
  try {
    const begun = inTransaction(createDatabase(pool, 20), async () => 'begun');
    await expect(begun).rejects.toThrow('received invalid response');
    expect(pool.totalCount).toBe(0);
  } finally {
    await pool.end();
    server.close();
  }
});
