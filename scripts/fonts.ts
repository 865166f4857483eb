// `npm run fonts`: rewrites the fonts of the screens from their package, with only the weights that the screens use. Needed after an update of the
// package; tests/structure/fonts.test.ts compares them.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import subsetFont from 'subset-font';

const source = '@fontsource-variable/noto-sans-bengali';
const folder = join(import.meta.dirname, '../src/web/ui/fonts');
const scripts = ['bengali', 'latin', 'latin-ext'] as const;
/** From `font-normal` to `font-bold`; the package has 100 to 900, which makes its files a third larger. */
const weights = { min: 400, max: 700 };

/** Makes each font file, by its name in the folder. */
export async function makeFonts(): Promise<ReadonlyMap<string, Buffer>> {
  const { resolve } = createRequire(import.meta.url);
  const files = scripts.map(async (script) => {
    const path = resolve(`${source}/files/noto-sans-bengali-${script}-wght-normal.woff2`);
    const font = await subsetFont(readFileSync(path), undefined, {
      targetFormat: 'woff2',
      keepAllGlyphs: true,
      variationAxes: { wght: weights },
    });
    return [basename(path), font] as const;
  });
  return new Map(await Promise.all(files));
}

if (import.meta.main) for (const [name, font] of await makeFonts()) writeFileSync(join(folder, name), font);
