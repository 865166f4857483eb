// Checks the portal's database login: one that could bypass the protection of the books is refused.
import { sql } from 'kysely';
import { StartupError } from '../installation/startup-error.ts';
import type { Reader } from './connect.ts';

interface Powers {
  readonly login: string;
  readonly acts_as: string;
  readonly is_powerful: boolean;
  readonly owns: boolean;
  readonly may_write_books: boolean;
  readonly may_work: boolean;
}

/** Considers every role that the login could assume, not only its current one. @throws StartupError */
export async function assertApplicationLogin(db: Reader): Promise<void> {
  const { rows } = await sql<Powers>`
    with roles as (select r.* from pg_roles r where pg_has_role(session_user, r.oid, 'member'))
    select session_user as login, current_user as acts_as,
      exists (select from roles where rolsuper or rolcreaterole or rolreplication or rolname in
        ('pg_write_all_data', 'pg_execute_server_program', 'pg_write_server_files')) as is_powerful,
      exists (select from roles join pg_class c on c.relowner = roles.oid where c.relnamespace = 'public'::regnamespace)
        or exists (select from roles join pg_proc p on p.proowner = roles.oid where p.pronamespace = 'public'::regnamespace)
        or exists (select from roles join pg_namespace n on n.nspowner = roles.oid where n.nspname = 'public')
        or exists (select from roles join pg_database d on d.datdba = roles.oid where d.datname = current_database()) as owns,
      exists (select from roles cross join unnest(array['wallets', 'ledger_transfers', 'ledger_snapshots', 'ledger_frozen']) books (name)
        where has_table_privilege(roles.oid, books.name, 'insert, update, delete, truncate, trigger')) as may_write_books,
      has_table_privilege('users', 'select') and has_function_privilege(
        'ledger_post(uuid, text, integer, text, bigint, text, uuid, uuid, integer, text)', 'execute') as may_work`.execute(
    db,
  );
  const { login, acts_as, is_powerful, owns, may_write_books, may_work } = rows[0]!;
  const refuse = (why: string): never => {
    throw new StartupError(
      `DATABASE_APP_URL: the portal would work as ${login} (${acts_as}), ${why}. Leave DATABASE_APP_URL unset, or give it a login that is only a member of nothipotro_app.`,
    );
  };
  if (is_powerful) refuse('who can do everything or make roles');
  if (owns) refuse('who owns tables or functions, or can take the role that does');
  if (may_write_books) refuse('who can write the books past the ledger');
  if (!may_work)
    refuse(
      'who lacks the grants of nothipotro_app: use npm run restore, or create that role before restoring otherwise',
    );
}
