// Prints how well and how fast signed copies are read: fields read exactly, characters, parts of addresses, the share of wrong values among those
// reported as certain, and the time per page, by kind, layout and producer.
// npm run bench:extract: the copies in src/engines/fixtures/signed-copies
// npm run bench:extract -- FOLDER: those in a folder
// npm run bench:extract -- --make 200: makes 200 copies with the installed producers and reads them
// npm run bench:extract -- --make 60 --first 1001 FOLDER: the same with layouts and labels that the reader was not built with
// npm run bench:extract -- --make 60 --first 9001 FOLDER: layouts and labels of the wild, a fifth of them papers that are no copy of one person
// npm run bench:extract -- --make 70 --first 10001 FOLDER: layouts and labels of offices and print shops, of which half are set aside
// Copies held out by their seed are only scored: nothing of them is shown.

import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { closeReaders, readSignedCopy } from '#engines/reading/read-signed-copy.ts';
import { UnreadablePdfError } from '#engines/reading/signed-copy-reading.ts';
import { isSetAside, makeCopies } from './signed-copies/make-copies.ts';
import { closeProducers, findProducers } from './signed-copies/producers.ts';
import {
  certainFrom,
  type Miss,
  printTallies,
  type ScoredCopy,
  score,
  Tally,
} from './signed-copies/score.ts';

const { values: options, positionals } = parseArgs({
  options: {
    make: { type: 'string' },
    first: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    misses: { type: 'string', default: '20' },
  },
  allowPositionals: true,
});

async function folderToRead(): Promise<string> {
  const fixtures = fileURLToPath(new URL('../src/engines/fixtures/signed-copies', import.meta.url));
  if (options.make === undefined) return positionals[0] ?? fixtures;
  const folder = positionals[0] ?? join(tmpdir(), 'nothipotro-signed-copies');
  const { producers, missing } = findProducers();
  console.log(
    `Producers: ${producers.map((one) => one.name).join(', ')}. Not installed: ${missing.join(', ') || 'none'}.`,
  );
  await makeCopies(
    folder,
    Array.from({ length: Number(options.make) }, (_, index) => Number(options.first) + index),
  );
  await closeProducers();
  return folder;
}

const folder = await folderToRead();
const names = readdirSync(folder).filter((name) => name.endsWith('.pdf') && name.includes(options.only));
const expectedOf = (name: string) =>
  JSON.parse(readFileSync(join(folder, name.replace(/pdf$/, 'json')), 'utf8')) as ScoredCopy;

// The first reading starts the process and loads the OCR models, so it is not counted.
for (const kind of ['text', 'scan']) {
  const name = names.find((one) => expectedOf(one).kind === kind);
  if (name !== undefined) await readSignedCopy(readFileSync(join(folder, name))).catch(() => undefined);
}

type Groups = Record<'kind' | 'layout' | 'producer', Map<string, Tally>>;
const newGroups = (): Groups => ({ kind: new Map(), layout: new Map(), producer: new Map() });
const development = newGroups();
const setAside = newGroups();
const misses: Miss[] = [];
const slow: string[] = [];
/** Papers that are no copy of one person: all, the refused ones, and those for which a value of another person was reported as certain. */
const others = { all: 0, refused: 0, sure: 0 };

function tallyOf(tallies: Map<string, Tally>, name: string): Tally {
  const tally = tallies.get(name) ?? new Tally();
  tallies.set(name, tally);
  return tally;
}

for (const name of names) {
  const expected = expectedOf(name);
  const isHidden = expected.seed !== undefined && isSetAside(expected.seed, expected.layout ?? '');
  const groups = isHidden ? setAside : development;
  const tallies = [tallyOf(groups.kind, 'all'), tallyOf(groups.kind, expected.kind)];
  // Layouts and producers are compared only where the text is unaltered.
  if (expected.kind === 'text') {
    tallies.push(
      tallyOf(groups.layout, expected.layout ?? '?'),
      tallyOf(groups.producer, expected.producer ?? '?'),
    );
  }
  const start = performance.now();
  const reading = await readSignedCopy(readFileSync(join(folder, name))).catch((error: unknown) => {
    if (!(error instanceof UnreadablePdfError)) throw error;
    if (!isHidden) console.log(`${name} was refused: ${error.code}`);
    return undefined;
  });
  const milliseconds = (performance.now() - start) / (reading?.pages ?? 1);
  for (const tally of tallies) tally.milliseconds.push(milliseconds);
  if (milliseconds > 3000 && !isHidden) slow.push(`${name} ${(milliseconds / 1000).toFixed(1)} s`);
  const found = score(name, expected, reading, tallies);
  if (expected.kind === 'other') {
    others.all += 1;
    if (reading === undefined) others.refused += 1;
    else if (found.some(({ confidence }) => confidence >= certainFrom)) others.sure += 1;
  }
  if (!isHidden) misses.push(...found);
}

for (const [title, groups] of [
  ['Development part', development],
  ['Set aside', setAside],
] as const) {
  if (groups.kind.size === 0) continue;
  printTallies(`${title}, by kind`, groups.kind);
  printTallies(`${title}, text by layout`, groups.layout);
  printTallies(`${title}, text by producer`, groups.producer);
}
if (others.all > 0)
  console.log(
    `\nNo copy of one person: ${others.all} papers, ${others.refused} refused, ${others.sure} with a wrong value told as sure`,
  );
console.log('\nWorst misses of the development part (sure ones first)');
const isSure = (miss: Miss) => (miss.confidence >= certainFrom ? 1 : 0);
misses.sort((a, b) => isSure(b) - isSure(a) || b.wrong - a.wrong);
for (const { file, field, want, got, confidence } of misses.slice(0, Number(options.misses))) {
  console.log(
    `  ${file} ${field}: wanted ${JSON.stringify(want)}, read ${JSON.stringify(got)} (${confidence})`,
  );
}
if (slow.length > 0) console.log(`\nOver 3 s a page: ${slow.join('; ')}`);
await closeReaders();
