// Locks of the database are numbers: two tasks that took the same one would each wait for, or refuse, the other.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles, root } from './imports.ts';

const numbersOf = (source: string): string[] =>
  (source.match(/\b7_?301_?9\d\d\b/g) ?? []).map((number) => number.replaceAll('_', ''));

test('each lock of the database has a number of its own', () => {
  const files = ['src/server', 'scripts'].flatMap((folder) => listFiles(folder, /\.ts$/));
  const found = files.flatMap((path) => numbersOf(readFileSync(join(root, path), 'utf8')));
  expect(found.length).toBeGreaterThan(5);
  expect(found.filter((number, at) => found.indexOf(number) !== at)).toEqual([]);
  // A bare number would be missed above.
  const bare = files.filter((path) =>
    /advisory\w*lock\w*\(\s*\d/.test(readFileSync(join(root, path), 'utf8')),
  );
  expect(bare).toEqual([]);
});
