// A person's name in SQL; elsewhere the contract's `person-name.ts` builds it.
import { sql } from 'kysely';

/** @param users alias of the users table in the query */
export const fullName = (users: string) =>
  sql<string>`(${sql.ref(`${users}.first_name`)} || ' ' || ${sql.ref(`${users}.last_name`)})`;

/** Falls back to the username. */
export const shownName = (users: string) =>
  sql<string>`coalesce(nullif(trim(${fullName(users)}), ''), ${sql.ref(`${users}.username`)})`;
