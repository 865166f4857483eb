// Addresses that were not understood as a whole must be compared, and no others.

import { expect, test } from 'vitest';
import { buildRecord } from '../build-record.ts';
import { rowsOfPage } from '../labelled-rows.ts';
import { pieceAt } from '../pieces.test-support.ts';
import { RulingGrid } from '../ruling-grid.ts';

function confidenceOf(...texts: readonly string[]) {
  const pieces = texts.map((text, at) => pieceAt(40, 100 + 12 * at, text));
  return buildRecord(rowsOfPage(pieces, new RulingGrid([], 595, 842), 1).rows, 0.99).confidence
    .present_address;
}

const village = 'Village: নামাপাড়া';
const post = 'Post Office: বটতলী - 1234';
const upazila = 'Upazila: লালমোহন';
const district = 'District: ভোলা';
const division = 'Division: বরিশাল';

test.each([
  [village, post, upazila, district, division],
  [village, post, upazila, district],
  ['Village: ডাকঘর মোড়', post, upazila, district],
  [village, 'Union: ৫নং পাথরডুবি ইউপি', upazila, district],
  ['Village: কলেজপাড়া (ডাকঘর মোড়)', post, upazila, district],
  [village, post, 'Thana: Kotwali', 'District: Chittagong', 'Division: Chittagong'],
  [village, 'Upazila: ভালুকা', 'District: ময়মনসিংহ', 'Division: ঢাকা'],
])('an address is sure: %s, %s, %s, %s', (...parts) => {
  expect(confidenceOf(`Present Address: ${parts.join(', ')}`)).toBeGreaterThan(0.8);
});

test.each([
  ['without its district', [village, post, upazila, division]],
  ['without its upazila', [village, post, district, division]],
  ['whose district is none', [village, post, upazila, 'District: ভোলা লালমোহন', division]],
  ['whose division is none', [village, post, upazila, district, 'Division: Bhola Island']],
  ['whose postal code is more than one', [village, 'Post Code: 1234 (', upazila, district]],
  ['with two villages', [village, 'Village: পিতাম্বরপুর', post, upazila, district]],
  ['of which a part took in a label', ['Village: নামাপাড়া ডাকঘর বটতলী', upazila, district]],
  ['whose district is in another division', [village, upazila, district, 'Division: খুলনা']],
  ['whose upazila is in another district', [village, 'Upazila: ভালুকা', district, division]],
  ['with two districts', [village, upazila, district, 'District: নোয়াখালী']],
  ['of which a part lost its end', ['Village: নামাপাড়া (পূর্ব', post, upazila, district]],
  ['of which a part ends in half a label', ['Post Office: শ্রীকান্তপুর পোস্ট', village, upazila, district]],
])('an address is in doubt %s', (_, parts) => {
  expect(confidenceOf(`Present Address: ${parts.join(', ')}`)).toBeLessThan(0.8);
});

test('an address is in doubt when only some of its lines begin with a separator', () => {
  const lines = [
    `Present Address: House: 12, Road-3 ${village}`,
    `Union: পাথরডুবি ${post}`,
    `${upazila} ${district}`,
  ];
  expect(confidenceOf(...lines)).toBeLessThan(0.8);
});

test('an address under a heading with unknown words is in doubt', () => {
  const parts = [village, post, upazila, district].join(', ');
  const rows = ['National ID: 9711317768739', 'Gender: Female', 'Mobile: 01800002691', 'TIN: 123456789012'];
  expect(confidenceOf(...rows, `Presant Address: ${parts}`)).toBeLessThan(0.8);
});
