// Writes src/server/platform/database/db-types.ts from the migrations, applied to an empty database.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedDatabase } from '../src/server/platform/database/embedded.ts';
import { migrate } from '../src/server/platform/database/migrate.ts';

const folder = mkdtempSync(join(tmpdir(), 'nothipotro-types-'));
const database = await startEmbeddedDatabase(folder);
try {
  await migrate(database.url);
  execFileSync(
    'node_modules/.bin/kysely-codegen',
    [
      '--dialect',
      'postgres',
      '--url',
      database.url,
      '--out-file',
      process.argv[2] ?? 'src/server/platform/database/db-types.ts',
      '--exclude-pattern',
      'pgboss.*',
      '--type-mapping',
      '{"int8":"bigint","date":"string","xid8":"string","timestamptz":"Date","bytea":"Buffer"}',
    ],
    { cwd: join(import.meta.dirname, '..'), stdio: 'inherit' },
  );
} finally {
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}
