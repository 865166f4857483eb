// Locks rows while calls run into them, so that what happens between two of their statements happens there every time.

import pg from 'pg';
import { expect } from 'vitest';

export interface HeldRows {
  /** Resolves once this many statements wait for a lock in this database. */
  waiting(statements: number): Promise<void>;
  /** Runs a statement in the transaction that holds the rows. */
  run(statement: string, values?: unknown[]): Promise<void>;
  /** Commits: the waiting statements continue in their order of arrival. */
  release(): Promise<void>;
}

/** @param statement takes the locks, as the owner */
export async function holdRows(
  ownerUrl: string,
  statement: string,
  values: unknown[] = [],
): Promise<HeldRows> {
  const holder = new pg.Client({ connectionString: ownerUrl });
  const watcher = new pg.Client({ connectionString: ownerUrl });
  await Promise.all([holder.connect(), watcher.connect()]);
  await holder.query('begin');
  await holder.query(statement, values);
  const count = async () =>
    (
      await watcher.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rows[0]!.count;
  return {
    waiting: (statements) => expect.poll(count).toBe(statements),
    async run(text, parameters = []) {
      await holder.query(text, parameters);
    },
    async release() {
      await holder.query('commit');
      await Promise.all([holder.end(), watcher.end()]);
    },
  };
}
