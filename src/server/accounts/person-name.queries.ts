// A person's name in SQL; the contract's `person-name.ts` puts it together elsewhere.
import { sql } from 'kysely';

/** @param users the name that the table of users has in the query */
export const fullName = (users: string) =>
  sql<string>`(${sql.ref(`${users}.first_name`)} || ' ' || ${sql.ref(`${users}.last_name`)})`;

/** Who gave no name is called by the username. */
export const shownName = (users: string) =>
  sql<string>`coalesce(nullif(trim(${fullName(users)}), ''), ${sql.ref(`${users}.username`)})`;
