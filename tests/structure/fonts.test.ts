// The fonts of the screens are those of their package, with the weights alone that the screens use.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFonts } from '../../scripts/fonts.ts';

const sources = join(import.meta.dirname, '../../src/web');

it('are what `npm run fonts` writes', async () => {
  const fonts = await makeFonts();
  expect([...fonts.keys()]).toHaveLength(3);
  for (const [name, font] of fonts)
    expect(readFileSync(join(sources, 'ui/fonts', name)).equals(font), name).toBe(true);
});

it('have the weights of every class and style', () => {
  const absent: string[] = [];
  for (const name of globSync('**/*.{tsx,ts,css}', { cwd: sources })) {
    const text = readFileSync(join(sources, name), 'utf8');
    for (const [use, weight] of text.matchAll(
      /\bfont-(?:thin|extralight|light|extrabold|black)\b|font-weight: (\d+);/g,
    ))
      if (weight === undefined || Number(weight) < 400 || Number(weight) > 700)
        absent.push(`${name}: ${use}`);
  }
  expect(absent).toEqual([]);
});
