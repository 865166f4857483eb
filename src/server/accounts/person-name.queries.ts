// A person's name in SQL; in code, the contract's `person-name.ts` builds it.
import { sql } from 'kysely';

/**
 * The bare name, for customers and where addresses are masked. For lists of what colleagues did, use `loadStaffNames`.
 * @param users alias of the users table in the query
 */
export const fullName = (users: string) =>
  sql<string>`trim(${sql.ref(`${users}.first_name`)} || ' ' || ${sql.ref(`${users}.last_name`)})`;

/** A customer's name as staff see it; falls back to the username. */
export const shownName = (users: string) =>
  sql<string>`coalesce(nullif(${fullName(users)}, ''), ${sql.ref(`${users}.username`)})`;
