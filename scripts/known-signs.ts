// `npm run known-signs`: writes src/engines/reading/outlines/known-signs.txt, the signs of well-known fonts by the measures of their outlines. Debian's
// font packages must be installed; fonts of other packages are fetched. `--without NAME` leaves a font out, to see how copies in fonts are read that
// nobody knows.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fetchPackages, fontFileOf, knownFonts } from './known-signs/fonts.ts';
import { learnFont } from './known-signs/learn-font.ts';
import { linesOf } from './known-signs/sign-lines.ts';

const { values } = parseArgs({ options: { without: { type: 'string', multiple: true, default: [] } } });
const output = join(import.meta.dirname, '../src/engines/reading/outlines/known-signs.txt');

const folder = fetchPackages();
const parts: string[] = [];
for (const font of knownFonts.filter(({ name }) => !values.without.includes(name))) {
  const learned = await learnFont(fontFileOf(font, folder), font.script);
  const lines = linesOf(learned);
  parts.push(`# ${font.name}`, ...lines);
  const right = (100 * (1 - learned.misspelled / learned.tried)).toFixed(1);
  console.log(
    `${font.name}: ${lines.length} signs; ${right} % of ${learned.tried} syllables come out as typed`,
  );
}
const text = `${parts.join('\n')}\n`;
writeFileSync(output, text);
console.log(`${(Buffer.byteLength(text) / 1000).toFixed(0)} kB`);
process.exit();
