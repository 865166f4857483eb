// Values that must be Latin letters or digits but do not look like it are reread with the English model alone.

import { asciiDigits, fieldValue } from '../fields/field-values.ts';
import type { Row } from '../rows.ts';
import type { SignedCopyField } from '../signed-copy-reading.ts';
import { joinLines, type Piece } from '../text-pieces.ts';
import type { PixelBox } from './page-raster.ts';
import type { Grey } from './raster.ts';
import { type FieldLetters, getFieldLetters } from './short/letters-of-fields.ts';
import { readStacked } from './stacked.ts';

const latinFields = new Set<SignedCopyField>([
  'national_id',
  'pin',
  'afis_status',
  'lock_flag',
  'voter_no',
  'form_no',
  'name_english',
  'date_of_birth',
  'birth_registration_no',
  'blood_group',
  'tin',
  'driving',
  'passport',
  'laptop_id',
  'nid_father',
  'nid_mother',
  'nid_spouse',
  'voter_no_father',
  'voter_no_mother',
  'voter_no_spouse',
  'phone',
  'mobile',
  'email',
  'death_date_of_father',
  'death_date_of_mother',
  'death_date_of_spouse',
]);

/** Codes whose letters the Bengali model takes for digits (QZ for 07). */
const lettered = new Set<SignedCopyField>(['form_no', 'driving', 'passport', 'laptop_id']);

/** Replaces the lines of such rows if the second reading is sound. Positions of rows are in points, the page in pixels. */
export async function rereadValues(
  rows: readonly Row[],
  page: Grey,
  dpi: number,
  paper: number,
): Promise<void> {
  const requests: Request[] = [];
  for (const row of rows) {
    if (row.target.kind !== 'field' || row.target.field === 'name' || row.places.length !== 1) continue;
    const { field } = row.target;
    const place = row.places[0]!;
    const printed = joinLines(row.lines);
    if (!latinFields.has(field) || !needsReread(field, printed)) continue;
    requests.push({ row, field, box: boxOf(place, page, dpi), ...getFieldLetters(field, printed) });
  }
  const alike = Map.groupBy(requests, ({ script, letters }) => `${script} ${letters}`);
  for (const [first, ...others] of alike.values())
    if (first !== undefined) await reread([first, ...others], page, dpi, paper);
}

interface Request extends FieldLetters {
  row: Row;
  field: SignedCopyField;
  box: PixelBox;
}

/** All in the same script and of the same letters. */
async function reread(requests: readonly Request[], page: Grey, dpi: number, paper: number): Promise<void> {
  const { script, letters } = requests[0]!;
  const boxes = requests.map(({ box }) => box);
  const read = await readStacked(page, boxes, dpi, paper, script, letters);
  for (const [index, { row, field }] of requests.entries()) {
    const words = [...read[index]!].sort((a, b) => a.left - b.left);
    // The piece may contain the label as well: 'Pin: 1988…'.
    const text = asciiDigits(words.map((word) => word.text).join(' ')).replace(/^.*:\s*/u, '');
    const confidence = Math.min(1, ...words.map((word) => word.confidence));
    if (text !== '' && confidence > 0.4 && isBetter(field, text)) row.lines = [text];
  }
}

function boxOf(place: Piece, page: Grey, dpi: number): PixelBox {
  const scale = dpi / 72;
  const left = Math.max(0, Math.round(place.left * scale) - 3);
  const top = Math.max(0, Math.round(place.top * scale) - 3);
  const width = Math.min(page.width - left, Math.round((place.right - place.left) * scale) + 6);
  const height = Math.min(page.height - top, Math.round((place.bottom - place.top) * scale) + 6);
  return { left, top, width: Math.max(1, width), height: Math.max(1, height) };
}

function needsReread(field: SignedCopyField, printed: string): boolean {
  const { value, sound } = fieldValue(field, printed);
  if (value === '') return false;
  return !sound || lettered.has(field) || /[\u0985-\u09b9]/u.test(value);
}

function isBetter(field: SignedCopyField, text: string): boolean {
  if (!/^[\x20-\x7e]+$/.test(text)) return false;
  if (field === 'name_english') return /^[A-Za-z.\s'()-]{4,}$/.test(text);
  return fieldValue(field, text).sound && /[A-Za-z\d]/.test(text);
}
