// Dhaka time in SQL: the day of a moment, and the moment at which a day starts. The contract's `dates/dates.ts` does the same for everything else.
import { type RawBuilder, sql } from 'kysely';

type Sql = RawBuilder<unknown>;

const zone = sql.raw(`'Asia/Dhaka'`);

export const dateInDhaka = (moment: Sql) => sql<string>`((${moment}) at time zone ${zone})::date`;
export const todayInDhaka = dateInDhaka(sql`now()`);

/** The moment at which a day starts. */
export const startOf = (date: Sql) => sql<Date>`((${date})::timestamp at time zone ${zone})`;
/** @param day `YYYY-MM-DD` */
export const startOfDay = (day: string) => startOf(sql`${day}::date`);
export const endOfDay = (day: string) => startOf(sql`${day}::date + 1`);
