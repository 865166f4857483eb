// `npm run generate`: writes everything generated from the sources: the migration for new kinds of documents, database types and schema,
// .env.example, the table of settings, the index of decisions. With --check it writes nothing and fails when something is out of date.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentKindNames, fileTypes } from '../src/contract/documents/kinds.ts';
import { settings } from '../src/server/platform/config-settings.ts';
import { connectClient } from '../src/server/platform/database/connect.ts';
import { startEmbeddedDatabase } from '../src/server/platform/database/embedded.ts';
import { migrate } from '../src/server/platform/database/migrate.ts';
import { describeSchema } from './database-schema.ts';
import { decisionsFolder, readDecisions, withDecisionIndex } from './decision-index.ts';
import { nextMigrationName, writeWiderChecks } from './kinds-migration.ts';

const root = join(import.meta.dirname, '..');

function typesOf(url: string, folder: string): string {
  const output = join(folder, 'db-types.ts');
  const mapping = { int8: 'bigint', date: 'string', xid8: 'string', timestamptz: 'Date', bytea: 'Buffer' };
  const flags = ['--dialect', 'postgres', '--url', url, '--out-file', output];
  execFileSync(
    join(root, 'node_modules/.bin/kysely-codegen'),
    [...flags, '--type-mapping', JSON.stringify(mapping), '--log-level', 'error'],
    { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  return readFileSync(output, 'utf8');
}

async function schemaOf(url: string): Promise<string> {
  const client = await connectClient(url);
  try {
    return await describeSchema(client);
  } finally {
    await client.end();
  }
}

/** Types of all tables and the whole schema, read from a database with all migrations applied. */
async function readDatabase(): Promise<{ types: string; schema: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'nothipotro-types-'));
  const database = await startEmbeddedDatabase(folder);
  try {
    await migrate(database.url);
    return { types: typesOf(database.url, folder), schema: await schemaOf(database.url) };
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
  return `# Settings of the portal; take the # away to set one. Made from src/server/platform/config-settings.ts.\n\n${lines.join('\n')}`;
}

function withSettingsTable(document: string): string {
  const rows = settings.map(
    (setting) => `| \`${setting.key}\` | ${defaultOf(setting) || '(unset)'} | ${setting.doc} |`,
  );
  const table = ['| setting | default | what it does |', '| --- | --- | --- |', ...rows].join('\n');
  return document.replace(/(<!-- settings -->\n)[\s\S]*?(\n<!-- \/settings -->)/, `$1${table}$2`);
}

/** Writes the migration for new kinds. Skipped with --check, because the test of the table of kinds reports what is missing. */
function widenKinds(): void {
  const widened = writeWiderChecks(readFileSync(join(root, 'docs/schema.sql'), 'utf8'), [
    { table: 'document_records', column: 'kind', values: documentKindNames },
    { table: 'files', column: 'type', values: Object.keys(fileTypes) },
  ]);
  if (!widened) return;
  const folder = join(root, 'migrations');
  const newest = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .at(-1)!;
  writeFileSync(join(folder, nextMigrationName(newest, new Date())), widened);
}

const isCheck = process.argv.includes('--check');
if (!isCheck) widenKinds();
const operations = join(root, 'docs/operations.md');
const decisions = join(decisionsFolder, 'README.md');
const { types, schema } = await readDatabase();
const generated: readonly (readonly [path: string, content: string])[] = [
  [join(root, 'src/server/platform/database/db-types.ts'), types],
  [join(root, 'docs/schema.sql'), schema],
  [join(root, '.env.example'), environmentExample()],
  [operations, withSettingsTable(readFileSync(operations, 'utf8'))],
  [decisions, withDecisionIndex(readFileSync(decisions, 'utf8'), readDecisions())],
];

for (const [path, content] of generated) {
  let before = '';
  try {
    before = readFileSync(path, 'utf8');
  } catch {
    // The file does not exist yet.
  }
  if (before === content) continue;
  if (isCheck) {
    process.stderr.write(`${path.slice(root.length + 1)} is out of date: run npm run generate\n`);
    process.exitCode = 1;
  } else writeFileSync(path, content);
}
