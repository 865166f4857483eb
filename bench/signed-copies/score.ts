// Compares what was read with what is printed, and sums it up by kind, layout and producer.

import { editDistance } from '#engines/reading/fields/label-words.ts';
import type { SignedCopyReading } from '#engines/reading/signed-copy-reading.ts';

/** From this confidence on, the form does not ask the customer to check a field. */
export const certainFrom = 0.8;

type Values = Record<string, string | undefined>;

export interface ScoredCopy {
  kind: string;
  layout?: string;
  producer?: string;
  seed?: number;
  fields: Values;
  present_address?: Values;
  permanent_address?: Values;
}

export interface Miss {
  file: string;
  field: string;
  want: string;
  got: string | undefined;
  confidence: number;
  /** Number of wrong letters. */
  wrong: number;
}

export class Tally {
  files = 0;
  fields = 0;
  exactFields = 0;
  parts = 0;
  exactParts = 0;
  characters = 0;
  wrongCharacters = 0;
  sure = 0;
  wronglySure = 0;
  /** Values read where the sheet prints none. */
  invented = 0;
  milliseconds: number[] = [];
}

/** Adds one reading to the tallies; `reading` is undefined when the copy was refused. */
export function score(
  file: string,
  expected: ScoredCopy,
  reading: SignedCopyReading | undefined,
  tallies: readonly Tally[],
): Miss[] {
  const misses: Miss[] = [];
  const confidence = (key: string) => reading?.confidence[key] ?? 0;
  const compare = (
    want: string | undefined,
    got: string | undefined,
    field: string,
    sureness: number,
    isPart: boolean,
  ) => {
    const isExact = want === got;
    const isInvented = want === undefined || (want === '' && got !== undefined && got !== '');
    const length = want?.length ?? 0;
    const wrong = Math.min(Math.max(length, 1), editDistance(want ?? '', got ?? ''));
    for (const tally of tallies) {
      if (want !== undefined) {
        if (isPart) tally.parts += 1;
        else tally.fields += 1;
        if (isExact && isPart) tally.exactParts += 1;
        if (isExact && !isPart) tally.exactFields += 1;
        tally.characters += length;
        tally.wrongCharacters += Math.min(length, wrong);
      }
      if (isInvented && got !== undefined) tally.invented += 1;
      if (got !== undefined && sureness >= certainFrom) {
        tally.sure += 1;
        if (!isExact) tally.wronglySure += 1;
      }
    }
    if (!isExact)
      misses.push({ file, field, want: want ?? '(no such row)', got, confidence: sureness, wrong });
  };
  const compareAll = (
    want: Values,
    got: Values,
    prefix: string,
    sureness: (key: string) => number,
    isPart: boolean,
  ) => {
    for (const key of new Set([...Object.keys(want), ...Object.keys(got)])) {
      // A reading always has the whole line; where the sheet prints rows of parts there is none to compare it with.
      if (key === 'text' && want.text === undefined) continue;
      compare(want[key], got[key], `${prefix}${key}`, sureness(key), isPart);
    }
  };
  compareAll(expected.fields, reading?.fields ?? {}, '', confidence, false);
  const addresses = [
    ['present_address', reading?.presentAddress],
    ['permanent_address', reading?.permanentAddress],
  ] as const;
  for (const [name, address] of addresses) {
    compareAll(expected[name] ?? {}, { ...address }, `${name}.`, () => confidence(name), true);
  }
  for (const tally of tallies) tally.files += 1;
  return misses;
}

const percent = (part: number, whole: number) =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

export function printTallies(title: string, tallies: ReadonlyMap<string, Tally>): void {
  const head = [
    '',
    'files',
    'fields',
    'characters',
    'address parts',
    'wrongly sure',
    'sure',
    'invented',
    'ms a page',
  ];
  const rows = [...tallies]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, tally]) => [
      name,
      String(tally.files),
      percent(tally.exactFields, tally.fields),
      percent(tally.characters - tally.wrongCharacters, tally.characters),
      percent(tally.exactParts, tally.parts),
      percent(tally.wronglySure, tally.sure),
      percent(tally.sure, tally.fields + tally.parts),
      String(tally.invented),
      tally.milliseconds.length === 0 ? '–' : median(tally.milliseconds).toFixed(0),
    ]);
  console.log(`\n${title}`);
  const widths = head.map((cell, column) => Math.max(cell.length, ...rows.map((row) => row[column]!.length)));
  for (const row of [head, ...rows]) {
    console.log(
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)))
        .join('  '),
    );
  }
}
