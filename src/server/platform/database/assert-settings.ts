// Checks settings of a database that its administrator may have changed, and that the portal relies on.
import { sql } from 'kysely';
import { StartupError } from '../installation/startup-error.ts';
import type { Reader } from './connect.ts';

interface RequiredSetting {
  readonly name: string;
  readonly accepted: RegExp;
  readonly needed: string;
}

const requiredSettings: readonly RequiredSetting[] = [
  // A crash must not lose an acknowledged sale.
  { name: 'fsync', accepted: /^on$/, needed: 'on' },
  { name: 'full_page_writes', accepted: /^on$/, needed: 'on' },
  { name: 'synchronous_commit', accepted: /^(?!off$)/, needed: 'on' },
  // Transactions lock rows, then read what others have committed meanwhile.
  { name: 'default_transaction_isolation', accepted: /^read committed$/, needed: 'read committed' },
  // The driver parses no other dates.
  { name: 'DateStyle', accepted: /^ISO\b/, needed: 'ISO' },
];

/** @throws StartupError naming the setting and what it must be */
export async function assertSettings(db: Reader): Promise<void> {
  for (const { name, accepted, needed } of requiredSettings) {
    const { rows } = await sql<{ value: string }>`select current_setting(${name}) as value`.execute(db);
    const { value } = rows[0]!;
    if (!accepted.test(value))
      throw new StartupError(
        `The database has ${name} = '${value}', and the portal needs '${needed}': change it in PostgreSQL, then start again.`,
      );
  }
}
