// `npm run generate`: writes what is made from the sources: database types, .env.example, the table of settings.
// With --check it writes nothing and fails when something is out of date.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { settings } from '../src/server/platform/config.ts';
import { startEmbeddedDatabase } from '../src/server/platform/database/embedded.ts';
import { migrate } from '../src/server/platform/database/migrate.ts';

const root = join(import.meta.dirname, '..');

/** Types of all tables, read from a database that the migrations made. */
async function databaseTypes(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'nothipotro-types-'));
  const database = await startEmbeddedDatabase(folder);
  const output = join(folder, 'db-types.ts');
  try {
    await migrate(database.url);
    const mapping = { int8: 'bigint', date: 'string', xid8: 'string', timestamptz: 'Date', bytea: 'Buffer' };
    execFileSync(
      join(root, 'node_modules/.bin/kysely-codegen'),
      [
        '--dialect',
        'postgres',
        '--url',
        database.url,
        '--out-file',
        output,
        '--type-mapping',
        JSON.stringify(mapping),
        '--log-level',
        'error',
      ],
      { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
    );
    return readFileSync(output, 'utf8');
  } finally {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function defaultOf(setting: (typeof settings)[number]): string {
  if ('shownDefault' in setting && setting.shownDefault !== undefined) return setting.shownDefault;
  const parsed = setting.schema.safeParse(undefined);
  if (!parsed.success || parsed.data === undefined) return '';
  return typeof parsed.data === 'boolean' ? String(Number(parsed.data)) : String(parsed.data);
}

function environmentExample(): string {
  const lines = settings.map((setting) => `# ${setting.doc}\n# ${setting.key}=${defaultOf(setting)}\n`);
  return `# Settings of the portal; take the # away to set one. Made from src/server/platform/config.ts.\n\n${lines.join('\n')}`;
}

function withSettingsTable(document: string): string {
  const rows = settings.map(
    (setting) => `| \`${setting.key}\` | ${defaultOf(setting) || '(unset)'} | ${setting.doc} |`,
  );
  const table = ['| setting | default | what it does |', '| --- | --- | --- |', ...rows].join('\n');
  return document.replace(/(<!-- settings -->\n)[\s\S]*?(\n<!-- \/settings -->)/, `$1${table}$2`);
}

const operations = join(root, 'docs/operations.md');
const generated: readonly (readonly [path: string, content: string])[] = [
  [join(root, 'src/server/platform/database/db-types.ts'), await databaseTypes()],
  [join(root, '.env.example'), environmentExample()],
  [operations, withSettingsTable(readFileSync(operations, 'utf8'))],
];

const isCheck = process.argv.includes('--check');
for (const [path, content] of generated) {
  let before = '';
  try {
    before = readFileSync(path, 'utf8');
  } catch {
    // It is made for the first time.
  }
  if (before === content) continue;
  if (isCheck) {
    process.stderr.write(`${path.slice(root.length + 1)} is out of date: run npm run generate\n`);
    process.exitCode = 1;
  } else writeFileSync(path, content);
}
