// The table of known signs is what `npm run known-signs` writes: shown for a font that is always here.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { knownFonts } from '../../scripts/known-signs/fonts.ts';
import { learnFont } from '../../scripts/known-signs/learn-font.ts';
import { linesOf } from '../../scripts/known-signs/sign-lines.ts';

const table = readFileSync(
  new URL('../../src/engines/reading/outlines/known-signs.txt', import.meta.url),
  'utf8',
);
const parts = new Map(
  table.split(/^# /mu).map((part) => {
    const [name, ...lines] = part.trimEnd().split('\n');
    return [name!, lines] as const;
  }),
);

test('each font has its signs', () => {
  const sizes = knownFonts.map(({ name }) => [name, parts.get(name)?.length ?? 0] as const);
  expect(sizes.filter(([, size]) => size < 100)).toEqual([]);
  expect(parts.size).toBe(knownFonts.length + 1);
});

test('the signs of Hind Siliguri are as its package draws them', async () => {
  const file = createRequire(import.meta.url).resolve(
    '@expo-google-fonts/hind-siliguri/400Regular/HindSiliguri_400Regular.ttf',
  );
  expect(parts.get('Hind Siliguri')).toEqual(linesOf(await learnFont(file, 'Bengali')));
});
