// What a sheet says about its issuer, and labels that are no values.

import { expect, test } from 'vitest';
import { buildRecord } from '../build-record.ts';
import { rowsOfPage } from '../labelled-rows.ts';
import { pieceAt } from '../pieces.test-support.ts';
import { RulingGrid } from '../ruling-grid.ts';
import type { Piece } from '../text-pieces.ts';

const recordOf = (pieces: readonly Piece[]) =>
  buildRecord(rowsOfPage(pieces, new RulingGrid([], 595, 842), 1).rows, 0.99);

const person = [
  'National ID: 9711317768739',
  'Name: যোসেফ গমেজ',
  'Gender: male',
  'Religion: Islam',
  'Voter Area: নামাপাড়া',
];
const shop = ['New Star Digital Service', 'Shop 14, Station Road, Bogura'];
const contacts = 'Phone: 01700-000123, E-mail: newstar@example.com';

test.each([
  ['above', [...shop.map((text, at) => pieceAt(220, 40 + 12 * at, text)), pieceAt(200, 64, contacts)]],
  [
    'with a post office above',
    [pieceAt(220, 40, 'ডাকঘরঃ চরবাটা, উপজেলাঃ সুবর্ণচর, জেলাঃ নোয়াখালী'), pieceAt(200, 52, contacts)],
  ],
  ['below', [...shop.map((text, at) => pieceAt(40, 300 + 12 * at, text)), pieceAt(40, 324, contacts)]],
  [
    'below the signature under',
    ['Prepared by: Md. Shah Alam', ...shop]
      .map((text, at) => pieceAt(40, 300 + 12 * at, text))
      .concat(pieceAt(40, 336, contacts)),
  ],
])('the telephone of a letterhead %s the rows is not told as sure', (_, issuer) => {
  const rows = person.map((text, at) => pieceAt(40, 120 + 14 * at, text));
  const { confidence } = recordOf([...issuer, ...rows]);
  expect(confidence.phone).toBeLessThan(0.8);
  expect(confidence.email).toBeLessThan(0.8);
  expect(confidence.gender).toBeGreaterThan(0.8);
});

test('the telephone among the rows is', () => {
  const rows = [...person, 'Mobile: 01800002691'].map((text, at) => pieceAt(40, 120 + 14 * at, text));
  expect(recordOf(rows).confidence.mobile).toBeGreaterThan(0.8);
});

test('the number of a ward at the start of a line is none of a row', () => {
  const { presentAddress } = recordOf([
    pieceAt(40, 100, 'National ID: 9711317768739'),
    pieceAt(40, 120, 'Present Address: Village: নামাপাড়া Ward: পৌরসভা, ওয়ার্ড নং'),
    pieceAt(40, 131, '৪ Post Office: শ্রীকান্তপুর-5154 Upazila:'),
    pieceAt(40, 142, 'মাদারীপুর সদর District: মাদারীপুর'),
  ]);
  expect(presentAddress).toMatchObject({
    union_ward: 'পৌরসভা, ওয়ার্ড নং 4',
    post_office: 'শ্রীকান্তপুর',
    upazila: 'মাদারীপুর সদর',
    district: 'মাদারীপুর',
  });
});

test('a label is no value that is told as sure', () => {
  const { confidence } = recordOf([
    ...person.map((text, at) => pieceAt(40, 120 + 14 * at, text)),
    pieceAt(40, 200, 'Spouse Name: Sex'),
    pieceAt(40, 214, 'Voter Documents: Birth Certificate'),
  ]);
  expect(confidence.spouse_name).toBeLessThan(0.8);
  expect(confidence.voter_documents).toBeGreaterThan(0.8);
});

test('a colon within a label ends it only where no value follows', () => {
  const rows = [
    ['National ID', '9711317768739'],
    ['Birth: Other', 'Birth Registration'],
    ['ধর্ম: অন্যান্য', '-'],
    ['Gender', 'male'],
    ['Born At', 'Khulna'],
    ['Disability: Other', ''],
  ] as const;
  const { fields } = recordOf(
    rows.flatMap(([label, value], at) => [
      pieceAt(40, 120 + 16 * at, label),
      ...(value === '' ? [] : [pieceAt(200, 120 + 16 * at, value)]),
    ]),
  );
  expect(fields).toEqual({
    national_id: '9711317768739',
    birth_other: 'Birth Registration',
    religion_other: '',
    gender: 'male',
    birth_place: 'Khulna',
    disability: 'Other',
  });
  expect(
    recordOf([pieceAt(40, 100, 'PIN: 19881234567890123'), pieceAt(40, 114, 'ধর্ম: অন্যান্য : -')]).fields,
  ).toEqual({
    pin: '19881234567890123',
    religion_other: '',
  });
});

test('a number and a dash before a label that goes on in the next line', () => {
  const { fields } = recordOf([
    pieceAt(40, 100, '২৯- অন্যান্য জন্ম তথ্য'),
    pieceAt(240, 100, 'Birth Registration'),
    pieceAt(40, 116, '৩০- জন্ম তারিখ /'),
    pieceAt(40, 127, 'Date of Birth'),
    pieceAt(240, 121, '01/02/1990'),
    pieceAt(40, 144, '৩১- লিঙ্গ'),
    pieceAt(240, 144, 'male'),
  ]);
  expect(fields).toMatchObject({ date_of_birth: '1990-02-01', gender: 'male' });
});
