// The portal's clock. The database writes the times that matter for money. What the process itself compares with the clock (tokens, codes) follows the
// database's clock too, so that portals on machines with different clocks agree.
import { sql } from 'kysely';
import type { Database } from './database/connect.ts';

export interface Clock {
  now(): Date;
}

const measureAgainMs = 60_000;
/** A slower round trip makes the measurement too inaccurate. */
const maxRoundTripMs = 1_000;

/** Advances the database's time by the monotonic clock, which cannot be set, and measures again from time to time. */
export async function openDatabaseClock(db: Database): Promise<Clock> {
  // The machine's own clock, until the first good measurement.
  let base = { at: performance.now(), time: Date.now() };
  let measuredAt = base.at;
  const measure = async (): Promise<void> => {
    const began = performance.now();
    measuredAt = began;
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
      // An unreachable database is reported elsewhere; the last measurement stays in use.
      if (moment - measuredAt > measureAgainMs) void measure().catch(() => undefined);
      return new Date(base.time + moment - base.at);
    },
  };
}
