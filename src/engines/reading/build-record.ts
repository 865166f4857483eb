// Turns the rows of a sheet into the record: the best row for each field, and the two addresses.

import { isInconsistent, minParts, readAddress, startsOver } from './fields/address-text.ts';
import { isDoubtful } from './fields/doubtful-address.ts';
import { type AddressName, findLabel } from './fields/field-labels.ts';
import {
  fieldOfWord,
  fieldValue,
  hasOwnForm,
  isBlank,
  mayLackWords,
  splitWord,
  withoutNeighbour,
} from './fields/field-values.ts';
import { isOnlyLabelWords } from './fields/label-words.ts';
import { withoutMarks } from './lines/list-marks.ts';
import { takeFirstPerson } from './people/one-person.ts';
import { assignRelatives } from './people/relatives.ts';
import { acceptsLabelWords, isConfirmed, isPictured, isTyped, type Row } from './rows.ts';
import { toKnownWord } from './scan/known-words.ts';
import { repairValue } from './scan/repair-text.ts';
import {
  type AddressPart,
  type AddressReading,
  type SignedCopyField,
  signedCopyFields,
} from './signed-copy-reading.ts';
import { joinLines } from './text-pieces.ts';

export interface RecordReading {
  fields: Partial<Record<SignedCopyField, string>>;
  presentAddress: AddressReading | undefined;
  permanentAddress: AddressReading | undefined;
  /** The address as one line, as on the card, if the copy prints it in addition to the two addresses. */
  cardAddress?: string;
  confidence: Partial<Record<string, number>>;
  /** The rows that each entry of `confidence` came from. */
  sources: Partial<Record<string, readonly Row[]>>;
  /** The person's last page, if another person's sheet follows. */
  lastPage?: number;
}

interface Candidate {
  value: string;
  certainty: number;
  isSound: boolean;
  row: Row;
}

/**
 * Builds the record from all rows in reading order. `trust` is the reliability of the text (1 as stored, less if it had to be repaired), `picturedTrust`
 * that of text read from a picture of the page. A confidence is that times the certainty of the label and the soundness of the value.
 */
export function buildRecord(printed: readonly Row[], trust: number, picturedTrust = trust): RecordReading {
  const { rows, isMixed, lastPage } = takeFirstPerson(assignRelatives(printed.map(withoutMarks)));
  // Then it is unknown whose a value is.
  const doubt = isMixed ? doubted : 1;
  const anyPictured = rows.some(isPictured);
  // If a part of the sheet was read from its picture, a blank may be a value that was not recognised.
  const trustOf = (row: Row) =>
    (isPictured(row) && !isConfirmed(row)) || (anyPictured && row.places.length === 0)
      ? picturedTrust
      : trust;
  // For a scan, nothing else is known.
  const isRead = (row: Row) => trust === picturedTrust || (isPictured(row) && !isTyped(row));
  const best = new Map<SignedCopyField, Candidate>();
  for (const row of rows.flatMap((one) => (isRead(one) ? splitAtWord(one) : [one]))) {
    const text = isRead(row) ? repairValue(joinLines(row.lines)) : joinLines(row.lines);
    const field = fieldOf(row, text, isRead(row));
    if (field === undefined) continue;
    const printed = isRead(row) ? withoutNeighbour(field, text) : text;
    const { value: stored, sound: isFormed } = fieldValue(field, printed);
    const sound = isFormed && !isLabel(row, stored);
    const value = isRead(row) ? toKnownWord(field, stored) : stored;
    const certainty = doubt * trustOf(row) * row.certainty * (sound ? 1 : 0.6) * (value === '' ? 0.97 : 1);
    const candidate = { value, certainty, isSound: sound, row };
    const held = best.get(field);
    best.set(field, held === undefined ? candidate : preferred(candidate, held));
  }
  const reading: RecordReading = {
    fields: {},
    presentAddress: undefined,
    permanentAddress: undefined,
    confidence: {},
    sources: {},
  };
  takeBest(reading, best);
  const addresses = addressesOf(
    rows.map((row) => (isRead(row) ? { ...row, lines: row.lines.map(repairValue) } : row)),
  );
  const addressTrust = Math.min(
    trust,
    ...rows.filter((row) => row.target.kind !== 'field' && row.target.kind !== 'ignored').map(trustOf),
  );
  const unnamed = addresses.get('address');
  const present = addresses.get('present_address') ?? unnamed;
  // The word before 'Address' may have been misread: there are two of them.
  const isOther = unnamed !== undefined && present !== unnamed && unnamed.rows.every(isRead);
  const permanent = addresses.get('permanent_address') ?? (isOther ? unnamed : undefined);
  reading.presentAddress = present?.address;
  reading.permanentAddress = permanent?.address;
  for (const [key, found] of [
    ['present_address', present],
    ['permanent_address', permanent],
  ] as const) {
    if (found === undefined) continue;
    reading.confidence[key] = rounded(
      doubt *
        addressTrust *
        (Object.keys(found.address).length > 3 ? 1 : 0.75) *
        (found.isGuessed ? doubted : 1),
    );
    reading.sources[key] = found.rows;
  }
  if (lastPage !== undefined) reading.lastPage = lastPage;
  return reading;
}

function takeBest(reading: RecordReading, best: ReadonlyMap<SignedCopyField, Candidate>): void {
  const isMispaired = [...best.values()].filter(({ isSound }) => !isSound).length >= minUnsound;
  for (const field of signedCopyFields) {
    const candidate = best.get(field);
    if (candidate === undefined) continue;
    const { value, certainty, row } = candidate;
    reading.fields[field] = value;
    reading.confidence[field] = rounded(
      isGuess(field, candidate, isMispaired) ? Math.min(certainty, doubted) : certainty,
    );
    reading.sources[field] = [row];
  }
}

/** Whether the value is in fact the label of another row, as where a row has no value. */
function isLabel({ target }: Row, text: string): boolean {
  if (isOnlyLabelWords(text) && !acceptsLabelWords(target, text)) return true;
  const label = findLabel(text);
  return label?.certainty === 1 && label.target.kind === 'field' && !acceptsLabelWords(target, text);
}

/** The row, and the one whose word it took in. */
function splitAtWord(row: Row): Row[] {
  const split = row.target.kind === 'field' ? splitWord(joinLines(row.lines)) : undefined;
  if (split === undefined || row.target.kind !== 'field' || split.field === row.target.field) return [row];
  return [
    { ...row, lines: [split.value] },
    { ...row, target: { kind: 'field', field: split.field }, label: '', lines: [split.word] },
  ];
}

function rounded(value: number): number {
  return Math.round(Math.min(0.99, value) * 100) / 100;
}

/** Factor by which evidence against a value lowers its confidence. */
const doubted = 0.75;

/** With this many values that their labels do not allow, other rows of the sheet have probably lost their values or taken in others. */
const minUnsound = 2;

function isGuess(field: SignedCopyField, { value, row }: Candidate, isMispaired: boolean): boolean {
  // 'Sl.' without a number is the head of a table.
  if (row.lines.every((line) => line.trim() === '')) return isMispaired || field === 'sl_no';
  if (value === '') return false;
  if (mayLackWords(field, value) || (isMispaired && row.lines.length > 1)) return true;
  // A label that is not as known, or not set off by a separator, must be confirmed by the form of its value.
  return row.certainty < 1 && !hasOwnForm(field);
}

/** Prefers a value to a blank, and the more certain of two values. A field that is printed with different values must be checked. */
function preferred(next: Candidate, held: Candidate): Candidate {
  if ((held.value === '') !== (next.value === '')) return held.value === '' ? next : held;
  const chosen = next.certainty > held.certainty + 0.05 ? next : held;
  const isContested = next.value !== held.value && Math.abs(next.certainty - held.certainty) <= 0.05;
  return isContested ? { ...chosen, certainty: Math.min(chosen.certainty, doubted) } : chosen;
}

/** Identifies the field of a misread label by its value, if only one field has such values. */
function fieldOf({ target, label }: Row, text: string, isRead: boolean): SignedCopyField | undefined {
  if (target.kind === 'ignored') return isRead && label !== '' ? fieldOfWord(text) : undefined;
  if (target.kind !== 'field') return undefined;
  // The head of a table: 'Sl.' and 'Particulars'.
  if (target.field === 'sl_no' && !isBlank(text) && /^\s*\p{L}[\p{L}\p{M}]*\s*$/u.test(text))
    return undefined;
  if (target.field === 'voter_no' && isCardNumber(label, text)) return 'national_id';
  return target.field === 'name' ? nameFieldOf(text) : target.field;
}

/** 'ভোটার আইডি নং': people call the card so, and its number has other lengths than a voter's. */
function isCardNumber(label: string, text: string): boolean {
  return (
    /\bid\b|আই\.?\s?ডি/iu.test(label) &&
    !fieldValue('voter_no', text).sound &&
    fieldValue('national_id', text).sound
  );
}

/** For 'Name' alone, the script of the value decides which of the two names it is. */
function nameFieldOf(value: string): 'name_bangla' | 'name_english' {
  return /[\u0980-\u09ff]/u.test(value) ? 'name_bangla' : 'name_english';
}

interface PrintedAddress {
  lines: string[];
  rows: Row[];
  /** The names of its parts in their order, where each has a row. */
  parts: AddressPart[];
  /** Whether its heading was not found: another address ended where it starts. */
  isGuessed: boolean;
}

/** Before a colon within an address only the label of a part can stand, however it was read. */
const picturedSlack = 2;

interface FoundAddress {
  address: AddressReading;
  rows: Row[];
  isGuessed: boolean;
}

function addressesOf(rows: readonly Row[]): Map<AddressName, FoundAddress> {
  const printed = new Map<AddressName, PrintedAddress>();
  const headings: Row[] = [];
  for (const row of rows) {
    if (row.target.kind === 'address') {
      const address = headingAbove(row, headings) ?? row.target.address;
      addRow(printed, address, row, row.lines);
      headings.push({ ...row, target: { kind: 'address', address } });
    } else if (row.target.kind === 'part') {
      const named = row.target.address ?? headingFor(row, headings);
      if (row.target.address !== undefined)
        headings.push({ ...row, target: { kind: 'address', address: named } });
      const owner = afterRestart(printed, named, row, headings);
      if (owner === undefined) continue;
      const [first, ...wrapped] = row.lines;
      const separator = /[-–—=:：]$/u.test(row.label) ? '' : ':';
      addRow(printed, owner, row, [`${row.label}${separator} ${first ?? ''}`, ...wrapped]);
    }
  }
  const addresses = new Map<AddressName, FoundAddress>();
  for (const [name, { lines, rows: from, isGuessed }] of printed) {
    const slack = from.some(isPictured) ? picturedSlack : 0;
    const address = readAddress(lines, slack);
    if (address !== undefined)
      addresses.set(name, {
        address,
        rows: from,
        isGuessed:
          isGuessed ||
          startsOver(lines, slack) ||
          isDoubtful(address) ||
          (slack === 0 && (isInconsistent(lines) || from.some(isGuessedLabel))),
      });
  }
  return addresses;
}

/** What is ignored adds nothing to the address. */
const isGuessedLabel = ({ target, certainty }: Row) =>
  certainty < 1 && !(target.kind === 'part' && target.part === 'ignored');

const otherSide = {
  present_address: 'permanent_address',
  permanent_address: 'present_address',
  address: 'permanent_address',
} as const;

/**
 * Finds the address that a part belongs to. When the parts start over, an address has ended without a heading for the next: what follows is the other
 * address or, if that is known already, one that cannot be attributed.
 */
function afterRestart(
  printed: Map<AddressName, PrintedAddress>,
  owner: AddressName,
  row: Row,
  headings: Row[],
): AddressName | undefined {
  const held = printed.get(owner);
  const part = row.target.kind === 'part' ? row.target.part : 'ignored';
  if (held === undefined || part === 'ignored') return owner;
  const isRestart =
    held.parts.length >= minParts &&
    held.parts[0] === part &&
    new Set(held.parts).size > 2 &&
    held.parts.at(-1) !== part;
  if (!isRestart) return owner;
  held.isGuessed = true;
  const other = otherSide[owner];
  if (printed.has(other)) return undefined;
  headings.push({ ...row, target: { kind: 'address', address: other } });
  printed.set(other, { lines: [], rows: [], parts: [], isGuessed: true });
  return other;
}

/** In points: two lines of one label are no farther apart. */
const labelLines = 16;

/** 'Present' and 'Address' on two lines: the second half alone is no other address. */
function headingAbove(row: Row, headings: readonly Row[]): AddressName | undefined {
  if (row.target.kind !== 'address' || row.target.address !== 'address') return undefined;
  const above = headings.findLast((heading) => {
    const down = row.baseline - heading.baseline;
    return (
      heading.page === row.page && Math.abs(heading.left - row.left) < 6 && down > 0 && down < labelLines
    );
  });
  return above?.target.kind === 'address' ? above.target.address : undefined;
}

function addRow(
  printed: Map<AddressName, PrintedAddress>,
  owner: AddressName,
  row: Row,
  lines: readonly string[],
): void {
  const held = printed.get(owner) ?? { lines: [], rows: [], parts: [], isGuessed: false };
  held.lines.push(...lines);
  held.rows.push(row);
  const isFilled = row.lines.some((line) => line.trim() !== '');
  if (isFilled && row.target.kind === 'part' && row.target.part !== 'ignored')
    held.parts.push(row.target.part);
  printed.set(owner, held);
}

/**
 * Finds the heading of a part: among those above it on its page, the lowest one in the nearest column to the left. If there is none above (the text
 * continues in a new column or page), all headings so far are considered.
 */
function headingFor(row: Row, headings: readonly Row[]): AddressName {
  const above = headings.filter(
    (heading) => heading.page === row.page && heading.baseline <= row.baseline + 2,
  );
  const chosen = lowestInColumn(row, above) ?? lowestInColumn(row, headings) ?? headings.at(-1);
  return chosen?.target.kind === 'address' ? chosen.target.address : 'address';
}

/** In points: headings of one column are no farther apart, even where labels end, rather than start, at the same place. */
const columnWidth = 80;

function lowestInColumn(row: Row, headings: readonly Row[]): Row | undefined {
  const left = headings.filter((heading) => heading.left <= row.left + columnWidth);
  const nearest = Math.max(...left.map((heading) => heading.left));
  const column = left.filter((heading) => heading.left > nearest - columnWidth);
  return column.reduce<Row | undefined>(
    (low, next) => (low === undefined || next.page > low.page || next.baseline > low.baseline ? next : low),
    undefined,
  );
}
