// The version is defined once, in package.json; everything that shows it reads it from there.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const { version } = JSON.parse(read('package.json')) as { version: string };

/** Where it appears as a value: a comment may well mention the release that made a fixture. */
const findRepeated = (sources: readonly (readonly [path: string, text: string])[]) =>
  sources
    .filter(([, text]) => ["'", '"', '`'].some((quote) => text.includes(`${quote}${version}${quote}`)))
    .map(([path]) => path);

describe('the version', () => {
  it('matches the lock file', () => {
    const lock = JSON.parse(read('package-lock.json')) as {
      version: string;
      packages: Record<string, { version: string }>;
    };
    expect(lock.version).toBe(version);
    expect(lock.packages['']?.version).toBe(version);
  });

  it('has its release in the changelog, with newer changes above it', () => {
    const headings = read('CHANGELOG.md').match(/^## \[[^\]]+\]/gm);
    expect(headings?.slice(0, 2)).toEqual(['## [Unreleased]', `## [${version}]`]);
  });

  it('is defined nowhere else', () => {
    const sources = globSync('{src,scripts,tests,bench}/**/*.{ts,tsx,mjs,html}', { cwd: root }).map(
      (path) => [path, read(path)] as const,
    );
    expect(sources.length).toBeGreaterThan(500);
    expect(findRepeated(sources)).toEqual([]);
    expect(
      findRepeated([
        ['planted.ts', `version="${version}"`],
        ['said.ts', `// made by ${version}`],
      ]),
    ).toEqual(['planted.ts']);
  });
});
