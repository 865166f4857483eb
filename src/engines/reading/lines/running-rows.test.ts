// Rows that run on in a paragraph, and what a value must not have taken from its neighbours.

import { expect, test } from 'vitest';
import { buildRecord } from '../build-record.ts';
import { readAddress } from '../fields/address-text.ts';
import { fieldValue } from '../fields/field-values.ts';
import { rowsOfPage } from '../labelled-rows.ts';
import { pieceAt } from '../pieces.test-support.ts';
import { RulingGrid } from '../ruling-grid.ts';

function recordOf(...texts: readonly string[]) {
  const pieces = texts.map((text, at) => pieceAt(40, 100 + 12 * at, text));
  return buildRecord(rowsOfPage(pieces, new RulingGrid([], 595, 842), 1).rows, 0.99);
}

test.each([
  ['=', ' || '],
  ['=', ' • '],
  [':', ' • '],
  [':-', '; '],
  ['-', ' | '],
  [' ঃ', '; '],
])("rows of one paragraph with '%s' after each label and '%s' between them", (colon, between) => {
  const rows = [
    ['National ID', '9711317768739'],
    ['স্বামী অথবা স্ত্রীর নাম / Name of Husband or Wife', 'রিচার্ড রিছিল'],
    ['Mobile', '01800002691'],
    ['Form No', 'NIDFN435085048'],
    ['Occupation', 'ছাত্র/ছাত্রী'],
    ['Gender', 'Female'],
  ];
  const { fields } = recordOf(rows.map(([label, value]) => `${label}${colon} ${value}`).join(between));
  expect(fields).toEqual({
    national_id: '9711317768739',
    spouse_name: 'রিচার্ড রিছিল',
    mobile: '01800002691',
    form_no: 'NIDFN435085048',
    occupation: 'ছাত্র/ছাত্রী',
    gender: 'female',
  });
});

test.each([
  ['form_no', 'NIDFN435085048||রেফারেন্স=NotApplicable'],
  ['mobile', '01800002691 22শে আগষ্ট 1961'],
  ['mobile', '018000'],
  ['laptop_id', 'QZ-LT-3230|Dateof'],
  ['phone', '0200997877MATCH_FOUND'],
  ['occupation', 'কৃষক ; রেফারেন্স= 12'],
  ['disability_other', 'অন্যান্য'],
  ['education_sub', 'বিষয় প্রযোজ্য নহে'],
  ['religion_other', 'Other = -'],
  ['name_bangla', 'রিচার্ড রিছিল পিতার পদবি গমেজ'],
  ['mother_name', 'MARY ROZARIO Birth'],
  ['father_name', 'রিচার্ড রিছিল MARY ROZARIO'],
  ['disability_other', 'N/A Idn. Mark N/A'],
  ['email', 'nobody@example.comIslam'],
  ['occupation', 'কৃষক (নিজ'],
  ['religion_other', 'পিতার মৃত্যু তাঃ /'],
  ['identification', 'Cut mark on right eyebrow B+'],
  ['name_bangla', 'মৃত আফাজ উদ্দিন'],
] as const)('%s is not sure to be %s', (field, printed) => {
  expect(fieldValue(field, printed).sound).toBe(false);
});

test.each([
  ['form_no', 'NIDFN435085048', 'NIDFN435085048'],
  ['mobile', '01800-002691', '01800-002691'],
  ['mobile', '+880 1800 002691', '+8801800002691'],
  ['spouse_name', 'Not Applicable', ''],
  ['father_name', 'রিচার্ড রিছিল •', 'রিচার্ড রিছিল'],
  ['name_english', 'MRASATHOWAI MARMA —', 'MRASATHOWAI MARMA'],
  ['disability_other', 'অন্যান্য রোগ', 'অন্যান্য রোগ'],
  ['father_name', 'মৃত আফাজ উদ্দিন', 'মৃত আফাজ উদ্দিন'],
  ['father_name', 'রিচার্ড রিছিল (Late)', 'রিচার্ড রিছিল (Late)'],
  ['email', 'NOBODY@EXAMPLE.COM', 'NOBODY@EXAMPLE.COM'],
] as const)('%s is read from %s', (field, printed, value) => {
  expect(fieldValue(field, printed)).toEqual({ value: value.normalize('NFC'), sound: true });
});

test('a label that only bold type sets off is confirmed by a value of its form alone', () => {
  const bold = (text: string, label: string, at: number) => ({
    ...pieceAt(40, 100 + 12 * at, text),
    boldEnd: label.length,
  });
  const pieces = [
    bold('National ID 9711317768739', 'National ID', 0),
    bold('Gender Female', 'Gender', 1),
    bold('Occupation ছাত্র', 'Occupation', 2),
    bold('Mobile 01800002691', 'Mobile', 3),
  ];
  const { confidence } = buildRecord(rowsOfPage(pieces, new RulingGrid([], 595, 842), 1).rows, 0.99);
  expect(confidence.national_id).toBeGreaterThan(0.8);
  expect(confidence.gender).toBeGreaterThan(0.8);
  expect(confidence.occupation).toBeLessThan(0.8);
});

test('values that labels do not allow throw doubt on blanks and on values of several lines', () => {
  const sheet = (...texts: readonly string[]) =>
    recordOf('Occupation: ছাত্র', 'Identification: বাম হাতে', 'কাটা দাগ', 'Disability:', ...texts, 'Gender: male')
      .confidence;
  const whole = sheet('National ID: 9711317768739', 'Date of Birth: 01/02/1990');
  expect(whole.identification).toBeGreaterThan(0.8);
  expect(whole.disability).toBeGreaterThan(0.8);
  const mixed = sheet('National ID: 01/02/1990', 'Date of Birth: 9711317768739');
  expect(mixed.identification).toBeLessThan(0.8);
  expect(mixed.disability).toBeLessThan(0.8);
  expect(mixed.occupation).toBeGreaterThan(0.8);
});

test('a name that may lack words and a value of label words alone are in doubt', () => {
  const { confidence } = recordOf(
    'Gender: male',
    "Father's Name: এস.এম. তৌহিদুজ্জামান",
    'Name (English): JOYSHREE',
    "Mother's Name: এস.এম.",
    'Disability: অন্যান্য/Any Other',
    'Occupation: অন্যান্য',
  );
  expect(confidence.father_name).toBeGreaterThan(0.8);
  expect(confidence.occupation).toBeGreaterThan(0.8);
  expect(confidence.name_english).toBeLessThan(0.8);
  expect(confidence.mother_name).toBeLessThan(0.8);
  expect(confidence.disability).toBeLessThan(0.8);
});

test('a serial number that is not printed may be the head of a table', () => {
  const { fields, confidence } = recordOf('Serial No:', 'Gender: male', 'Religion: Islam', 'Disability:');
  expect(fields.sl_no).toBe('');
  expect(confidence.sl_no).toBeLessThan(0.8);
  expect(confidence.disability).toBeGreaterThan(0.8);
});

test('the dash of a label at the end of a line joins nothing', () => {
  expect(readAddress(['Vill- থানাহাট; P.S- চিতলমারী; Dist-', 'বাগেরহাট; Div- খুলনা'])).toMatchObject({
    text: 'Vill- থানাহাট; P.S- চিতলমারী; Dist- বাগেরহাট; Div- খুলনা',
    district: 'বাগেরহাট',
  });
  expect(readAddress(['Vill-থানাহাট, Dist-', 'বাগেরহাট, Ward/', 'Union-রূপগড়'])?.text).toBe(
    'Vill-থানাহাট, Dist-বাগেরহাট, Ward/Union-রূপগড়',
  );
  expect(readAddress(['Holding: Ka-', '47/2, District: ভোলা'])?.home_holding_no).toBe('Ka-47/2');
});

test('an address is in doubt whose part took in a label', () => {
  const whole = recordOf(
    'Present Address: Village: নামাপাড়া, Post Office: বটতলী বাজার - 1234, Upazila: লালমোহন, District: ভোলা, Division: বরিশাল',
  );
  expect(whole.confidence.present_address).toBeGreaterThan(0.8);
  for (const strange of ['Xyz: 12', 'Xyz- বটতলা', 'Xyz= 12']) {
    const text = `Present Address: Village: নামাপাড়া ${strange}, Post Office: বটতলী, Upazila: লালমোহন, District: ভোলা, Division: বরিশাল`;
    expect(recordOf(text).confidence.present_address).toBeLessThan(0.8);
  }
});

test('one label among the others ends in a dash', () => {
  const address = readAddress(['বাড়ি- Ka-47/2, গ্রাম: নামাপাড়া - পূর্ব, ডাকঘর: কোর্ট স্টেশন - 1234, জেলা: ভোলা']);
  expect(address).toMatchObject({
    home_holding_no: 'Ka-47/2',
    village_road: 'নামাপাড়া - পূর্ব',
    postal_code: '1234',
  });
});
