// Prints how well and how fast signed copies are read: per kind the share of fields read exactly, for scans also the
// share of value characters, and the time a page. Run: node bench/extract.ts [folder]

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { editDistance } from '#engines/reading/label-words.ts';
import { closeReaders, readSignedCopy } from '#engines/reading/read-signed-copy.ts';

interface Expected {
  kind: string;
  pages?: number;
  fields: Record<string, string>;
  present_address?: Record<string, string>;
  permanent_address?: Record<string, string>;
}

interface Tally {
  files: number;
  values: number;
  exact: number;
  characters: number;
  wrong: number;
  millisecondsAPage: number[];
}

const folder =
  process.argv[2] ?? fileURLToPath(new URL('../src/engines/fixtures/signed-copies', import.meta.url));
const names = readdirSync(folder).filter((name) => name.endsWith('.pdf'));
const tallies = new Map<string, Tally>();

// The first reading starts the process and loads the recognition; it is no measure of a page.
for (const kind of ['text', 'scan']) {
  const name = names.find((one) => expectedOf(one).kind === kind);
  if (name !== undefined) await readSignedCopy(readFileSync(join(folder, name)));
}

for (const name of names) {
  const expected = expectedOf(name);
  const tally = tallyOf(expected.kind);
  const pdf = readFileSync(join(folder, name));
  const times: number[] = [];
  for (let round = 0; round < (expected.kind === 'scan' ? 1 : 5); round += 1) {
    const start = performance.now();
    const reading = await readSignedCopy(pdf);
    times.push((performance.now() - start) / reading.pages);
    if (round > 0) continue;
    const wrong = compare(tally, expected.fields, reading.fields);
    wrong.push(...compare(tally, expected.present_address ?? {}, { ...reading.presentAddress }));
    wrong.push(...compare(tally, expected.permanent_address ?? {}, { ...reading.permanentAddress }));
    if (wrong.length > 0) console.log(`${name}: ${wrong.length} values differ: ${wrong.join(', ')}`);
  }
  tally.files += 1;
  tally.millisecondsAPage.push(median(times));
}

for (const [kind, tally] of tallies) {
  const exact = ((100 * tally.exact) / tally.values).toFixed(1);
  const characters = (100 * (1 - tally.wrong / tally.characters)).toFixed(1);
  console.log(
    `${kind.padEnd(13)} ${tally.files} files, ${tally.values} values: ${exact} % exact, ${characters} % of characters, ` +
      `${median(tally.millisecondsAPage).toFixed(0)} ms a page (median)`,
  );
}
await closeReaders();

function expectedOf(name: string): Expected {
  return JSON.parse(readFileSync(join(folder, name.replace(/pdf$/, 'json')), 'utf8')) as Expected;
}

function tallyOf(kind: string): Tally {
  let tally = tallies.get(kind);
  if (tally === undefined) {
    tally = { files: 0, values: 0, exact: 0, characters: 0, wrong: 0, millisecondsAPage: [] };
    tallies.set(kind, tally);
  }
  return tally;
}

/** Adds to the tally and names the values that differ. */
function compare(
  tally: Tally,
  expected: Record<string, string>,
  read: Record<string, string | undefined>,
): string[] {
  const wrong: string[] = [];
  for (const [key, value] of Object.entries(expected)) {
    const got = read[key];
    tally.values += 1;
    tally.characters += value.length;
    tally.wrong += Math.min(value.length, editDistance(value, got ?? ''));
    if (got === value) tally.exact += 1;
    else wrong.push(key);
  }
  return wrong;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
