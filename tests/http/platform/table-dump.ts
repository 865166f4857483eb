// Searches the whole database, as someone with a stolen copy would.
import { asOwner } from '../../support/database.ts';
import type { TestPortal } from '../../support/portal.ts';

/** Returns every row of every table as text, with bytes as hexadecimal digits. */
async function dump(portal: Pick<TestPortal, 'ownerUrl'>): Promise<{ table: string; text: string }[]> {
  const tables = await asOwner<{ name: string }>(
    portal.ownerUrl,
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  return Promise.all(
    tables.map(async ({ name }) => {
      const rows = await asOwner<{ row: string }>(portal.ownerUrl, `select t::text as row from ${name} t`);
      return { table: name, text: rows.map(({ row }) => row).join('\n') };
    }),
  );
}

const hex = (text: string) => Buffer.from(text.normalize('NFC')).toString('hex');

/** @returns `value in place` for each match */
export async function findInTables(
  portal: Pick<TestPortal, 'ownerUrl'>,
  values: readonly string[],
): Promise<string[]> {
  return (await dump(portal)).flatMap(({ table, text }) =>
    values
      .filter((value) => text.includes(value) || text.includes(hex(value)))
      .map((value) => `${value} in ${table}`),
  );
}
