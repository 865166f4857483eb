// A record is about one person, whoever else is in the file.

import { expect, test } from 'vitest';
import { buildRecord } from '../build-record.ts';
import { rowsOfPage } from '../labelled-rows.ts';
import { pieceAt } from '../pieces.test-support.ts';
import { RulingGrid } from '../ruling-grid.ts';

function recordOf(...pages: readonly (readonly string[])[]) {
  const rows = pages.flatMap((texts, page) => {
    const pieces = texts.map((text, at) => pieceAt(40, 60 + 16 * at, text));
    return rowsOfPage(pieces, new RulingGrid([], 595, 842), page + 1).rows;
  });
  return buildRecord(rows, 0.99);
}

const one = [
  'NID: 9711317768739',
  'নাম: সুপ্রভা চিসিম',
  'Father: রিচার্ড রিছিল',
  'Mobile: 01800002691',
  'Spouse Name: -',
];
const other = [
  'NID: 1234567890',
  'নাম: জন গমেজ',
  'Father: মৃত আফাজ উদ্দিন',
  'Spouse Name: মেরী রোজারিও',
  'Blood Group: A+',
];
const expected = {
  national_id: '9711317768739',
  name_bangla: 'সুপ্রভা চিসিম',
  father_name: 'রিচার্ড রিছিল',
  mobile: '01800002691',
  spouse_name: '',
};

test("a second person's sheet in the same file fills in nothing", () => {
  expect(recordOf(one, ['Tag: new'], other)).toMatchObject({
    fields: { ...expected, tag: 'new' },
    lastPage: 2,
  });
  expect(recordOf(one, ['Tag: new'], other).fields).not.toHaveProperty('blood_group');
});

test('the same person goes on over pages that repeat the head', () => {
  const { fields, lastPage } = recordOf(one, [...one.slice(0, 3), 'Blood Group: A+']);
  expect(fields).toEqual({ ...expected, blood_group: 'A+' });
  expect(lastPage).toBeUndefined();
});

test('of two people on one page nothing is sure', () => {
  const { confidence } = recordOf([...one, ...other]);
  expect(Math.max(...Object.values(confidence).map(Number))).toBeLessThan(0.8);
});

test('two numbers of the card in one length are those of two people', () => {
  const card = ['NID: 9518717189276', 'PIN: 19839518300544319', 'নাম: সুপ্রভা চিসিম', 'Blood Group: A+'];
  const beside = ['NID: 9473492687548', 'PIN: 19979655695595991', 'Tag: new'];
  expect(Math.max(...Object.values(recordOf([...card, ...beside]).confidence).map(Number))).toBeLessThan(0.8);
  expect(recordOf(card, beside)).toMatchObject({ lastPage: 1 });
});

test('what is printed in two ways is looked at', () => {
  const { fields, confidence } = recordOf([...one, 'Mobile No: 01900007014']);
  expect(fields.mobile).toBe('01800002691');
  expect(confidence.mobile).toBeLessThan(0.8);
  expect(confidence.national_id).toBeGreaterThan(0.8);
});
