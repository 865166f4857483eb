// The portal's clock. Times that decide about money are written by the database; what the process itself judges by the clock (tokens, codes) goes by the
// database's clock too, so that portals with differing clocks agree.
import { sql } from 'kysely';
import type { Database } from './database/connect.ts';

export interface Clock {
  now(): Date;
}

const measureAgainMs = 60_000;
/** An answer that took longer is too inaccurate. */
const maxRoundTripMs = 1_000;

/** Counts on from the database's time with the monotonic clock, which nobody can set, and asks again now and then. */
export async function openDatabaseClock(db: Database): Promise<Clock> {
  // Until the first good answer, the machine's own clock.
  let base = { at: performance.now(), time: Date.now() };
  let askedAt = base.at;
  const measure = async (): Promise<void> => {
    const began = performance.now();
    askedAt = began;
    const { rows } = await sql<{
      ms: number;
    }>`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`.execute(db);
    const ended = performance.now();
    if (ended - began <= maxRoundTripMs) base = { at: (began + ended) / 2, time: rows[0]!.ms };
  };
  await measure();
  return {
    now() {
      const moment = performance.now();
      // A database that does not answer is reported elsewhere; the last measurement stays in use.
      if (moment - askedAt > measureAgainMs) void measure().catch(() => undefined);
      return new Date(base.time + moment - base.at);
    },
  };
}
