// Maps changes to tests, by module: a module has one name in contract, server, web and tests/http.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Paths that every test depends on. */
const groundOfAll =
  /^(migrations\/|package(-lock)?\.json$|vitest\.config\.ts$|tests\/support\/|tests\/http\/steps\.ts$|src\/contract\/[^/]+$|src\/server\/([^/]+$|platform\/|ledger\/|registry\/))/;

const isModule = (name: string) => existsSync(join(import.meta.dirname, '../src/server', name));

function testsOf(path: string): readonly string[] {
  if (groundOfAll.test(path)) return ['src/', 'tests/'];
  if (/\.test\.tsx?$/.test(path)) return [path];
  const [, side, name] = /^src\/(contract|server|web\/features)\/([^/]+)\//.exec(path) ?? [];
  const module = name !== undefined && isModule(name) ? name : undefined;
  // What the contract says of no module, such as its dates, is used by many.
  if (side === 'contract' && module === undefined) return ['src/', 'tests/'];
  const journeys = path.startsWith('src/server/') || path.startsWith('src/web/') ? ['tests/journeys/'] : [];
  if (module !== undefined)
    return [
      `src/contract/${module}/`,
      `src/server/${module}/`,
      `src/web/features/${module}/`,
      'src/web/areas/',
      `tests/http/${module}/`,
      ...journeys,
    ];
  if (path.startsWith('src/web/')) return ['src/web/', ...journeys];
  if (path.startsWith('src/engines/')) return ['src/engines/', 'tests/http/documents/', 'tests/http/files/'];
  // Steps shared by some tests are beside them.
  const folder = /^tests\/(?:http\/[^/]+|journeys|faults)\//.exec(path)?.[0];
  return folder === undefined ? [] : [folder];
}

/** @returns paths for vitest, of files or folders; includes the tests that read the whole source whenever anything changed */
export function findTestsOf(changes: readonly string[]): string[] {
  const found = new Set(changes.flatMap(testsOf));
  if (changes.length > 0) found.add('tests/structure/');
  return [...found].sort();
}

/** Paths that differ from the point where this branch left the ref, including new and removed ones. @throws Error when git does not know the ref */
export function listChanges(root: string, ref: string): string[] {
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  const [start] = git('merge-base', ref, 'HEAD');
  return [
    ...git('diff', '--name-only', '--no-renames', start!),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
}
