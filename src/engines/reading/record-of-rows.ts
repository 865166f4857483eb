// Turns the rows of a sheet into the record: the best row for each field, and the two addresses.

import { readAddress } from './address-text.ts';
import type { AddressName } from './field-labels.ts';
import { fieldValue } from './field-values.ts';
import type { Row } from './rows.ts';
import { type AddressReading, type SignedCopyField, signedCopyFields } from './signed-copy-reading.ts';
import { joinLines } from './text-pieces.ts';

export interface RecordReading {
  fields: Partial<Record<SignedCopyField, string>>;
  presentAddress: AddressReading | undefined;
  permanentAddress: AddressReading | undefined;
  /** The card's single line, where the copy prints it beside the two addresses. */
  cardAddress?: string;
  confidence: Partial<Record<string, number>>;
}

interface Candidate {
  value: string;
  certainty: number;
}

/**
 * The record of all rows in reading order. `trust` is how reliable the text is (1 as stored, less when it had to be repaired), `picturedTrust` the
 * same for text read from a picture of the page; each confidence is that times the certainty of the label and the soundness of the value.
 */
export function recordOfRows(rows: readonly Row[], trust: number, picturedTrust = trust): RecordReading {
  const isPictured = (row: Row) => row.places.some((piece) => piece.isPictured === true);
  const anyPictured = rows.some(isPictured);
  // If a part of the sheet was read from its picture, a blank may be a value that was not recognised.
  const trustOf = (row: Row) =>
    isPictured(row) || (anyPictured && row.places.length === 0) ? picturedTrust : trust;
  const best = new Map<SignedCopyField, Candidate>();
  for (const row of rows) {
    if (row.target.kind !== 'field') continue;
    const printed = joinLines(row.lines);
    const field = row.target.field === 'name' ? nameFieldOf(printed) : row.target.field;
    const { value, sound } = fieldValue(field, printed);
    const certainty = trustOf(row) * row.certainty * (sound ? 1 : 0.6) * (value === '' ? 0.97 : 1);
    const candidate = { value, certainty };
    const held = best.get(field);
    if (held === undefined || better(candidate, held)) best.set(field, candidate);
  }
  const reading: RecordReading = {
    fields: {},
    presentAddress: undefined,
    permanentAddress: undefined,
    confidence: {},
  };
  for (const field of signedCopyFields) {
    const candidate = best.get(field);
    if (candidate === undefined) continue;
    reading.fields[field] = candidate.value;
    reading.confidence[field] = rounded(candidate.certainty);
  }
  const addresses = addressesOf(rows);
  const addressTrust = Math.min(
    trust,
    ...rows.filter((row) => row.target.kind !== 'field' && row.target.kind !== 'ignored').map(trustOf),
  );
  reading.presentAddress = addresses.get('present_address') ?? addresses.get('address');
  reading.permanentAddress = addresses.get('permanent_address');
  for (const [key, address] of [
    ['present_address', reading.presentAddress],
    ['permanent_address', reading.permanentAddress],
  ] as const) {
    if (address !== undefined)
      reading.confidence[key] = rounded(addressTrust * (Object.keys(address).length > 3 ? 1 : 0.75));
  }
  return reading;
}

function rounded(value: number): number {
  return Math.round(Math.min(0.99, value) * 100) / 100;
}

function better(next: Candidate, held: Candidate): boolean {
  if ((held.value === '') !== (next.value === '')) return held.value === '';
  return next.certainty > held.certainty + 0.05;
}

/** 'Name' alone: the script of the value decides which of the two names it is. */
function nameFieldOf(value: string): 'name_bangla' | 'name_english' {
  return /[\u0980-\u09ff]/u.test(value) ? 'name_bangla' : 'name_english';
}

function addressesOf(rows: readonly Row[]): Map<AddressName, AddressReading> {
  const lines = new Map<AddressName, string[]>();
  const headings: Row[] = [];
  for (const row of rows) {
    if (row.target.kind === 'address') {
      headings.push(row);
      addLines(lines, row.target.address, row.lines);
    } else if (row.target.kind === 'part') {
      const owner = row.target.address ?? headingFor(row, headings);
      const [first, ...wrapped] = row.lines;
      addLines(lines, owner, [`${row.label}: ${first ?? ''}`, ...wrapped]);
    }
  }
  const addresses = new Map<AddressName, AddressReading>();
  for (const [name, printed] of lines) {
    const reading = readAddress(printed);
    if (reading !== undefined) addresses.set(name, reading);
  }
  return addresses;
}

function addLines(lines: Map<AddressName, string[]>, owner: AddressName, more: readonly string[]): void {
  const held = lines.get(owner) ?? [];
  held.push(...more);
  lines.set(owner, held);
}

/**
 * The heading of a part: among those above it on its page, the lowest one in the nearest column to the left. If there is none above (the text
 * continues in a new column or page), the same among all read so far.
 */
function headingFor(row: Row, headings: readonly Row[]): AddressName {
  const above = headings.filter(
    (heading) => heading.page === row.page && heading.baseline <= row.baseline + 2,
  );
  const chosen = lowestInColumn(row, above) ?? lowestInColumn(row, headings) ?? headings.at(-1);
  return chosen?.target.kind === 'address' ? chosen.target.address : 'address';
}

function lowestInColumn(row: Row, headings: readonly Row[]): Row | undefined {
  const left = headings.filter((heading) => heading.left <= row.left + 6);
  const nearest = Math.max(...left.map((heading) => heading.left));
  const column = left.filter((heading) => heading.left > nearest - 6);
  return column.reduce<Row | undefined>(
    (low, next) => (low === undefined || next.page > low.page || next.baseline > low.baseline ? next : low),
    undefined,
  );
}
