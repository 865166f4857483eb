// Dhaka's clock in SQL: which day a moment falls on there, and at which moment a day begins. In the rest of the server, the contract's
// `bengali.ts` says the same.
import { type RawBuilder, sql } from 'kysely';

type Sql = RawBuilder<unknown>;

const zone = sql.raw(`'Asia/Dhaka'`);

export const dateInDhaka = (moment: Sql) => sql<string>`((${moment}) at time zone ${zone})::date`;
export const todayInDhaka = dateInDhaka(sql`now()`);

/** The moment at which a day begins. */
export const startOf = (date: Sql) => sql<Date>`((${date})::timestamp at time zone ${zone})`;
/** @param day `YYYY-MM-DD` */
export const startOfDay = (day: string) => startOf(sql`${day}::date`);
export const endOfDay = (day: string) => startOf(sql`${day}::date + 1`);
