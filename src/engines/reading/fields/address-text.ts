// Splits an address, printed as one text or part by part, by its own labels.

import { postalCodeOf, repairAddressLabels } from '../scan/short/address-repair.ts';
import type { AddressPart, AddressReading } from '../signed-copy-reading.ts';
import { findCutPart, findLabel, type LabelTarget } from './field-labels.ts';
import { asciiDigits, isBlank } from './field-values.ts';

/** Joins the lines of an address. Lines that are rows of their own are separated by commas, wrapped lines are not. */
export function joinAddress(lines: readonly string[]): string {
  let text = '';
  for (const raw of lines) {
    const line = raw.trim();
    if (line === '') continue;
    if (text === '') text = line;
    else if (/\S[-/]$/.test(text) && !endsInSpacedDash(text)) text += line;
    else if (/[,;:|،।]$/u.test(text) || isUnbroken(text) || !startsNewPart(text, line)) text += ` ${line}`;
    else text += `, ${line}`;
  }
  return asciiDigits(
    text
      .normalize('NFC')
      .replace(/\s+/g, ' ')
      .replace(/,(?:\s*,)+/g, ',')
      .replace(/\s+,/g, ',')
      .trim(),
  );
}

/** Whether the dash at the end belongs to a label, where a space follows such dashes. */
function endsInSpacedDash(text: string): boolean {
  return text.endsWith('-') && /\p{L}\.?- \S/u.test(text) && labelBefore(text, text.length - 1) !== undefined;
}

/** Whether the text runs on without separators between its parts: 'Div: Barishal Dist: Barguna'. */
function isUnbroken(text: string): boolean {
  return !/[,;|]/.test(text) && (text.match(/\p{L}\s?[:=]/gu)?.length ?? 0) > 1;
}

/** The label of a part whose words are unknown, at the start of a line or after a comma. */
const unknownLabel = /^\s*\p{L}[\p{L}\p{M}./ ()'-]{0,24}\s?[:：]/u;

/** The first half of 'Post Code' and 'Post Office': no value ends in it. */
const halfLabel = /(?:^|\s)(?:পোস্ট|পোষ্ট|Post|Postal)$/iu;

function isUnknownPart(before: string, line: string): boolean {
  if (!unknownLabel.test(line) || !before.includes(':') || /[/(]$/.test(before)) return false;
  // Words after the last comma, or after the last colon, may be the first half of its label.
  const tail = before.slice(Math.max(...[',', ';', '|', ':'].map((mark) => before.lastIndexOf(mark))) + 1);
  const words = tail.trim().split(/\s+/);
  const end = findSeparator(line, 0);
  const head = line.slice(0, line[end] === '.' ? end + 1 : end);
  return [1, 2, 3].every(
    (count) => findLabel(`${words.slice(-count).join(' ')} ${head}`)?.target.kind !== 'part',
  );
}

/** Whether a line starts a new part, rather than being the second half of a label broken at the end of a line. */
function startsNewPart(before: string, line: string): boolean {
  const label = labelBefore(line, findSeparator(line, 0));
  if (label === undefined) return isUnknownPart(before, line);
  if (label.start !== 0) return false;
  if (halfLabel.test(before) && findLabel(`Post ${line.slice(0, label.end)}`)?.target.kind === 'part')
    return false;
  // Only a tail with nothing but label words after its comma can be the first half: 'পোস্ট' | 'কোড: 4711'.
  const comma = Math.max(...[',', ';', '|'].map((mark) => before.lastIndexOf(mark)));
  if (before.lastIndexOf(':') > comma) return true;
  const joined = `${before.slice(comma + 1).trim()} ${line.slice(0, label.end)}`;
  return findLabel(joined)?.target.kind !== 'part';
}

interface PartLabel {
  start: number;
  end: number;
  target: Extract<LabelTarget, { kind: 'part' }>;
}

const colons = /[:：=]|ঃ(?=[\s,\d:]|$)(?!\s?অফিস)|(?<=[^\s\d])\s?[-–—](?=\s)|\.(?=\s)/gu;
const trueColons = /[:：=]|ঃ(?=[\s,\d:]|$)(?!\s?অফিস)/gu;
/** 'গ্রাম-নামাপাড়া': used only if no label of the address has a colon, because values contain dashes too. */
const dashes = /(?<=[\p{L}\p{M}.)#])[-–—](?=\S)/gu;

/** Returns the position of the next colon (or of a character used as one); -1 if there is none. */
function findSeparator(text: string, from: number, separator = colons): number {
  separator.lastIndex = from;
  return separator.exec(text)?.index ?? -1;
}

/** Finds the part label that ends at `separator`: the longest run of words before it that is a label. */
function labelBefore(text: string, separator: number, slack = 0): PartLabel | undefined {
  if (separator <= 0) return undefined;
  const from = Math.max(...[',', ';', '।', '|'].map((mark) => text.lastIndexOf(mark, separator))) + 1;
  // A point belongs to the word that it shortens.
  const segment = text.slice(from, text[separator] === '.' ? separator + 1 : separator);
  for (const word of segment.matchAll(/(?<=^|[\s(])\p{L}/gu)) {
    const words = segment.slice(word.index);
    // 'কলেজপাড়া (মাস্টার বাড়ি) হোল্ডিং': no label begins within the brackets of a value.
    if (/^[^(]*\)\s*\p{L}/u.test(words)) continue;
    const target = findLabel(words, slack)?.target ?? cutPartOf(words, word.index, segment);
    if (target?.kind !== 'part') continue;
    return { start: from + word.index, end: separator, target };
  }
  return undefined;
}

/** Recognises a part's label that is cut to a few letters, if nothing else precedes the colon. */
function cutPartOf(words: string, at: number, segment: string): LabelTarget | undefined {
  return segment.slice(0, at).trim() === '' ? findCutPart(words.trim()) : undefined;
}

/** Any text between a comma and a colon ends the part before it. */
function strangeBefore(text: string, separator: number): PartLabel | undefined {
  if (!/[:：]/u.test(text[separator]!)) return undefined;
  const start = Math.max(...[',', ';', '|'].map((mark) => text.lastIndexOf(mark, separator))) + 1;
  if (start === 0 || !unknownLabel.test(text.slice(start, separator + 1))) return undefined;
  return { start, end: separator, target: { kind: 'part', part: 'ignored' } };
}

function partLabelsOf(text: string, slack: number): PartLabel[] {
  // 'Post Office: Court Station - 1234': where labels end in colons, other signs belong to the values.
  const certain = labelsAt(text, slack, trueColons);
  const labels =
    slack === 0 && certain.length >= minParts
      ? withDashed(text, certain, labelsAt(text, slack, colons))
      : labelsAt(text, slack, colons);
  if (labels.length === 0) labels.push(...withoutNumbers(text, labelsAt(text, slack, dashes)));
  if (labels.every(({ target }) => target.part === 'ignored')) labels.length = 0;
  if (labels.length === 0) {
    const spaced = spacedLabelsOf(text);
    return spaced.length > 1 ? spaced : [];
  }
  if (slack === 0) return labels;
  // Recognition loses colons.
  const lost = spacedLabelsOf(text).filter(({ start, end }) => {
    const pieceEnd = end + text.slice(end).search(/[,;]|$/);
    return labels.every((label) => label.end <= start || label.start >= pieceEnd);
  });
  return [...labels, ...lost].sort((one, other) => one.start - other.start);
}

/** Adds labels that end in a dash and begin their part: 'বাড়ি- Ka-47/2, গ্রাম: নামাপাড়া'. */
function withDashed(text: string, certain: readonly PartLabel[], all: readonly PartLabel[]): PartLabel[] {
  const isApart = ({ start, end }: PartLabel) =>
    /(?:^|[,;|])\s*$/u.test(text.slice(0, start)) &&
    /^[-–—]\s/u.test(text.slice(end)) &&
    certain.every((label) => label.end <= start || label.start >= end);
  return [...certain, ...all.filter(isApart)].sort((one, other) => one.start - other.start);
}

/** Drops labels with only a number if the part has a name elsewhere: the number belongs to the value before it ('হোল্ডিং-বাসা-12, রোড-3'). */
function withoutNumbers(text: string, labels: readonly PartLabel[]): PartLabel[] {
  const isNumber = ({ end }: PartLabel) => /^[-–—]\d+\s*(?:,|$)/u.test(text.slice(end));
  return labels.filter(
    (label) =>
      !isNumber(label) ||
      !labels.some((other) => other !== label && other.target.part === label.target.part && !isNumber(other)),
  );
}

function labelsAt(text: string, slack: number, separator: RegExp): PartLabel[] {
  const labels: PartLabel[] = [];
  for (let at = findSeparator(text, 0, separator); at >= 0; at = findSeparator(text, at + 1, separator)) {
    const label = labelBefore(text, at, slack) ?? strangeBefore(text, at);
    const last = labels.at(-1);
    // 'Post. Code:' is more than 'Post.'
    if (label !== undefined && label.start === last?.start && /[.ঃ]/u.test(text[last.end]!)) labels.pop();
    if (label !== undefined && label.start >= (labels.at(-1)?.end ?? 0)) labels.push(label);
  }
  return labels;
}

/** Finds labels that end in a space, at the start of pieces between commas: 'গ্রাম শ্রীরামকাঠি, ডাকঘর ঝাউডাঙ্গা'. */
function spacedLabelsOf(text: string): PartLabel[] {
  const labels: PartLabel[] = [];
  for (const piece of text.matchAll(/[^,;|]+/g)) {
    const words = [...piece[0].matchAll(/\S+/g)];
    for (let count = Math.min(3, words.length - 1); count >= 1; count -= 1) {
      const end = words[count - 1]!.index + words[count - 1]![0].length;
      const match = findLabel(piece[0].slice(words[0]!.index, end));
      if (match?.target.kind !== 'part' || match.certainty < 1) continue;
      labels.push({ start: piece.index + words[0]!.index, end: piece.index + end, target: match.target });
      break;
    }
  }
  return labels;
}

/** Fewest parts of a complete address. */
export const minParts = 3;

interface FoundPart {
  part: AddressPart | 'ignored';
  value: string;
  start: number;
}

function partsOf(text: string, slack: number): FoundPart[] {
  const labels = partLabelsOf(text, slack);
  return labels.map(({ start, end, target }, index) => {
    const value = text
      .slice(end, labels[index + 1]?.start ?? text.length)
      .replace(/^[\s:：=ঃ.\-–—]+/u, '')
      .replace(/[\s,;।|]+$/u, '');
    return { part: target.part, value, start };
  });
}

/** Finds where the parts start over, because another address begins there without a heading. */
function restartOf(parts: readonly FoundPart[]): FoundPart | undefined {
  const filled = parts.filter(({ part, value }) => part !== 'ignored' && !isBlank(value));
  const names = filled.map(({ part }) => part);
  const at = names.indexOf(names[0]!, minParts);
  const isWhole = at > 0 && names[at - 1] !== names[0] && new Set(names.slice(0, at)).size >= minParts;
  return isWhole ? filled[at] : undefined;
}

function wholeOf(lines: readonly string[], slack: number): string {
  const joined = joinAddress(lines);
  return slack > 0 ? repairAddressLabels(joined) : joined;
}

/** Whether another address follows in the same text. */
export function startsOver(lines: readonly string[], slack = 0): boolean {
  return restartOf(partsOf(wholeOf(lines, slack), slack)) !== undefined;
}

/** Whether the text of an address shows that its lines were put together wrongly, or that they are those of two addresses. */
export function isInconsistent(lines: readonly string[]): boolean {
  const whole = wholeOf(lines, 0);
  const parts = partsOf(whole, 0);
  return contradictsItself(parts) || (lines.length > 1 && isUnevenlySeparated(whole, parts));
}

/** Whether a separator stands before some labels and none before others: which of the lines are rows, and which wrapped, is then unknown. */
function isUnevenlySeparated(whole: string, [, ...next]: readonly FoundPart[]): boolean {
  const separated = next.filter(({ start }) => /[,;|।،]\s*$/u.test(whole.slice(0, start)));
  return separated.length > 0 && separated.length < next.length;
}

/** Whether a part that an address has once is given two values, of which one is another address's. */
function contradictsItself(parts: readonly FoundPart[]): boolean {
  const given = new Map<AddressPart, string>();
  return parts.some(({ part, value }) => {
    if (part === 'ignored' || joinedParts.has(part) || isBlank(value)) return false;
    const isOther = given.has(part) && given.get(part) !== value;
    given.set(part, value);
    return isOther;
  });
}

/**
 * Reads the parts of an address and its whole text, up to where another one starts; undefined if only blanks are printed. `slack` as in findLabel.
 */
export function readAddress(lines: readonly string[], slack = 0): AddressReading | undefined {
  const whole = wholeOf(lines, slack);
  if (isBlank(whole)) return undefined;
  const all = partsOf(whole, slack);
  const restart = restartOf(all);
  const text = restart === undefined ? whole : whole.slice(0, restart.start).replace(/[\s,;|]+$/u, '');
  const reading: AddressReading = { text };
  for (const { part, value } of restart === undefined ? all : all.slice(0, all.indexOf(restart))) {
    if (part === 'ignored' || isBlank(value)) continue;
    const isCode = slack > 0 && part === 'postal_code';
    setPart(reading, part, isCode ? postalCodeOf(value) : value);
  }
  if (slack > 0) tidyPostalCode(reading);
  if (reading.postal_code === undefined) takePostalCode(reading);
  if (all.length === 0) readUnlabelled(reading);
  return reading;
}

/** Union and ward, house and holding may each have a row; the record has one field for both. */
const joinedParts = new Set<AddressPart>(['union_ward', 'home_holding_no', 'village_road']);

function setPart(reading: AddressReading, part: AddressPart, value: string): void {
  const held = reading[part];
  if (held === undefined) reading[part] = value;
  else if (held !== value && joinedParts.has(part)) reading[part] = `${held}, ${value}`;
}

/** Takes the postal code from after a name: 'ডাকঘর: ঝাউডাঙ্গা-3267', 'District: Dhaka-1207'. */
function takePostalCode(reading: AddressReading): void {
  for (const part of ['post_office', 'district', 'upazila'] as const) {
    const match = /^(.*\D)\s*[-–—(]\s*(\d{4})\)?$/u.exec(reading[part] ?? '');
    if (match === null) continue;
    reading[part] = match[1]!.replace(/[\s\-–—(]+$/u, '');
    reading.postal_code = match[2]!;
    return;
  }
}

/** Removes what recognition adds to a postal code: 'ঝাউডাঙ্গা-8894 পা', 'বাজার-769 8'. */
function tidyPostalCode(reading: AddressReading): void {
  const match = /^(.*\D)\s*[-–—(]\s*(\d[\d ]{3,4})(?!\d)\D{0,4}$/u.exec(reading.post_office ?? '');
  const [, name = '', digits = ''] = match ?? [];
  const code = digits.replace(/ /g, '');
  if (code.length === 4) reading.post_office = `${name.trimEnd()}-${code}`;
}

/** Reads an address without labels, of which only a four-digit code is certain. */
function readUnlabelled(reading: AddressReading): void {
  // Labels that were not understood: what stands before the code is more than a name.
  if (reading.text.includes(':')) return;
  const match = /([^,;]+?)\s*[-–—]\s*(\d{4})(?!\d)/u.exec(reading.text);
  if (match === null) return;
  reading.post_office = match[1]!.trim();
  reading.postal_code = match[2]!;
}
