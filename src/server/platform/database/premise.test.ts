// What a call rests on, checked with its first statement: when it does not hold, nothing of the call has run.
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../../../tests/support/database.ts';
import { createDatabase, createPool, type Database } from './connect.ts';
import { Premise, PremiseGone } from './premise.ts';
import { restOn, withQueryTimeout } from './query-timeout.ts';

const database = useDatabase();

const premiseOf = (answer: 'yes' | 'no') =>
  new Premise(`select 1 / count(*) from (values (1)) one where $1 = 'yes'`, [answer]);

/** A call that rests on the premise. */
const inCall = <T>(premise: Premise, work: () => Promise<T>): Promise<T> =>
  withQueryTimeout(5, () => {
    restOn(premise);
    return work();
  });

const ways = [
  { name: 'with prepared statements', prepares: true },
  { name: 'by way of a pooler', prepares: false },
] as const;

describe.each(ways)('a call that rests on a premise, $name', ({ prepares }) => {
  async function onOneConnection(work: (db: Database) => Promise<void>): Promise<void> {
    const db = createDatabase(createPool(database.applicationUrl, 1), 5, prepares);
    await work(db).finally(() => db.destroy());
  }
  const keep = (db: Database, key: string) =>
    db
      .insertInto('idempotency_keys')
      .values({ user_id: 1, key, request_hash: Buffer.from(key), status: 201, body: '{}' })
      .executeTakeFirst();
  const kept = async (db: Database, key: string) =>
    (await db.selectFrom('idempotency_keys').select('key').where('key', '=', key).execute()).length;

  it('runs when it holds, whether or not the connection knows the check', () =>
    onOneConnection(async (db) => {
      for (const round of [1, 2, 3]) {
        const key = `holds ${prepares} ${round}`;
        const premise = premiseOf('yes');
        const changed = await inCall(premise, () => keep(db, key));
        expect(changed.numInsertedOrUpdatedRows).toBe(1n);
        expect(premise.holds).toBe(true);
        expect(await inCall(premiseOf('yes'), () => kept(db, key))).toBe(1);
      }
    }));

  it('changes nothing when it does not, and the connection works on', () =>
    onOneConnection(async (db) => {
      for (const round of [1, 2, 3]) {
        const key = `gone ${prepares} ${round}`;
        const premise = premiseOf('no');
        await inCall(premise, async () => {
          await expect(keep(db, key)).rejects.toThrow(PremiseGone);
          // Even where a failure is passed over.
          await expect(keep(db, key)).rejects.toThrow(PremiseGone);
        });
        expect(premise.isGone).toBe(true);
        expect(await inCall(premiseOf('yes'), () => kept(db, key))).toBe(0);
        expect(await kept(db, key)).toBe(0);
      }
    }));

  it('begins no transaction when it does not hold', () =>
    onOneConnection(async (db) => {
      const key = `transaction ${prepares}`;
      const work = () => db.transaction().execute((trx) => keep(trx as unknown as Database, key));
      await inCall(premiseOf('yes'), async () => void (await kept(db, 'none')));
      await expect(inCall(premiseOf('no'), work)).rejects.toThrow(PremiseGone);
      expect(await kept(db, key)).toBe(0);
      await inCall(premiseOf('yes'), work);
      expect(await kept(db, key)).toBe(1);
    }));

  it('fails with the error of its own statement when that fails', () =>
    onOneConnection(async (db) => {
      const divide = (by: number) => sql<{ part: number }>`select 10 / ${by}::int as part`.execute(db);
      for (const by of [0, 5, 0, 2]) {
        const premise = premiseOf('yes');
        const answer = await inCall(premise, () => divide(by)).catch((error: Error) => error);
        if (by > 0) expect(answer).toMatchObject({ rows: [{ part: 10 / by }] });
        else expect(answer).toMatchObject({ code: '22012' });
        expect(premise.holds).toBe(true);
      }
    }));
});

describe('statements that a call sends at once', () => {
  const ask = (db: Database, answer: 'yes' | 'no') =>
    inCall(premiseOf(answer), () =>
      Promise.allSettled([1, 2, 3].map((at) => sql<{ at: number }>`select ${at}::int as at`.execute(db))),
    );

  it('all wait for the check, and all fail with it', async () => {
    const db = createDatabase(createPool(database.applicationUrl, 3), 5);
    for (const round of [1, 2, 3]) {
      const good = await ask(db, 'yes');
      expect(good.map((one) => one.status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
      const bad = await ask(db, 'no');
      for (const one of bad) expect(one, `round ${round}`).toMatchObject({ reason: new PremiseGone() });
    }
    await db.destroy();
  });
});
