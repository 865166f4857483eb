// Sheets as shops and offices in the wild make them: several rows in a line, remarks beside values, labels in two languages.

import { expect, test } from 'vitest';
import { buildRecord } from '../build-record.ts';
import { readAddress } from '../fields/address-text.ts';
import { findLabel, findLabelledText } from '../fields/field-labels.ts';
import { rowsOfPage } from '../labelled-rows.ts';
import type { Rule } from '../path-rules.ts';
import { pieceAt } from '../pieces.test-support.ts';
import { RulingGrid } from '../ruling-grid.ts';
import type { Piece } from '../text-pieces.ts';

function box(left: number, top: number, right: number, bottom: number): Rule[] {
  return [
    { left, right, top, bottom: top },
    { left, right, top: bottom, bottom },
    { left, right: left, top, bottom },
    { left: right, right, top, bottom },
  ];
}

const recordOf = (pieces: readonly Piece[], rules: readonly Rule[] = []) =>
  buildRecord(rowsOfPage(pieces, new RulingGrid(rules, 595, 842), 1).rows, 1);
const recordOfLines = (texts: readonly string[]) =>
  recordOf(texts.map((text, at) => pieceAt(40, 100 + 14 * at, text)));

test('a dash in the column of values is a blank, and a remark beside it is no value', () => {
  const rows = [
    ['Sl.', 'Particulars', 'Remarks'],
    ['Passport No', '-', 'Verified'],
    ['Blood Group', 'AB+', 'OK'],
    ['Identification Mark', '---', 'Matched'],
    ['Occupation', 'জেলে', 'OK'],
  ];
  const pieces = rows.flatMap(([label, value, remark], at) => [
    pieceAt(40, 100 + 18 * at, label!),
    pieceAt(204, 100 + 18 * at, value!),
    pieceAt(404, 100 + 18 * at, remark!),
  ]);
  const rules = rows.flatMap((_, at) => [
    ...box(36, 88 + 18 * at, 200, 106 + 18 * at),
    ...box(200, 88 + 18 * at, 400, 106 + 18 * at),
    ...box(400, 88 + 18 * at, 500, 106 + 18 * at),
  ]);
  expect(recordOf(pieces, rules).fields).toEqual({
    passport: '',
    blood_group: 'AB+',
    identification: '',
    occupation: 'জেলে',
  });
});

test('two rows of one line, each with a dash or an equals sign after its label', () => {
  for (const sign of ['-', '=']) {
    const { fields } = recordOfLines([
      `National ID No. ${sign} 9578291033257    PIN No   ${sign} 19559794344591436`,
      `Name(En)  ${sign} Dr. Syed Haque    DOB   ${sign} 15-MAR-1955`,
      `Education Level ${sign} নিরক্ষর    Blood Group  ${sign} B+`,
    ]);
    expect(fields).toEqual({
      national_id: '9578291033257',
      pin: '19559794344591436',
      name_english: 'Dr. Syed Haque',
      date_of_birth: '1955-03-15',
      education: 'নিরক্ষর',
      blood_group: 'B+',
    });
  }
});

test('a row about the person after the last part of an address is none of its value', () => {
  const { fields, permanentAddress } = recordOfLines([
    'Permanent Address:',
    'Upazila : মৌলভীবাজার সদর    Zilla : মৌলভীবাজার',
    "Division : সিলেট    Father's Name : মোঃ জসিম উদ্দিন",
    'Blood Group : B+',
  ]);
  expect(fields).toEqual({ father_name: 'মোঃ জসিম উদ্দিন', blood_group: 'B+' });
  expect(permanentAddress?.division).toBe('সিলেট');
});

test('the same label in Bengali with a visarga and in English', () => {
  expect(findLabelledText("পিতার নামঃ Father's Name= শ্রী কৃষ্ণপদ সাহা")).toMatchObject({
    label: { target: { field: 'father_name' } },
    value: 'শ্রী কৃষ্ণপদ সাহা',
  });
  expect(findLabel("মাতার নামঃ Father's Name")).toBeUndefined();
});

test('a voter id is the card where its number has the length of one', () => {
  expect(recordOfLines(['ভোটার আইডি নং: ৯৫৫৩১৪০০২৭৪১৯', 'ভোটার নং: ৯৭৬৬৯৪৭৬০৯০৩']).fields).toEqual({
    national_id: '9553140027419',
    voter_no: '976694760903',
  });
  expect(recordOfLines(['Voter ID No: 976694760903', 'Tag: new']).fields).toEqual({
    voter_no: '976694760903',
    tag: 'new',
  });
});

test('a label of a part that is broken where the line ends', () => {
  expect(readAddress(['Upozila : নবাবগঞ্জ | Union /', 'Ward No : ওয়ার্ড-07 | P.O. : বটতলী বাজার'])).toMatchObject({
    upazila: 'নবাবগঞ্জ',
    union_ward: 'ওয়ার্ড-07',
    post_office: 'বটতলী বাজার',
  });
  const { presentAddress } = recordOfLines([
    'বর্তমান ঠিকানা: গ্রাম : ত্রিমোহনী | মৌজা : চর পেশকারী | ইউনিয়ন/ওয়ার্ড নং',
    ': পশ্চিম বিভাগদী | উপজেলা : শ্রীপুর | জেলা : মাগুরা',
    'রক্তের গ্রুপ: B+',
  ]);
  expect(presentAddress).toMatchObject({ mouza_moholla: 'চর পেশকারী', union_ward: 'পশ্চিম বিভাগদী' });
});

test('a word of labels alone on a line is the end of the value above it', () => {
  const parts = ['জেলা: সিলেট', 'ইউনিয়ন/ওয়ার্ড: ৫ নং পাথরডুবি', 'ইউপি', 'বাসা: মাস্টার', 'বাড়ি', 'গ্রাম: ধর্মপুর'];
  const { presentAddress } = recordOf([
    pieceAt(40, 100, 'Present Add.'),
    ...parts.map((part, at) => pieceAt(164, 100 + 14 * at, part)),
    pieceAt(40, 200, 'Blood Group'),
    pieceAt(164, 200, 'B+'),
  ]);
  expect(presentAddress).toMatchObject({
    union_ward: '5 নং পাথরডুবি ইউপি',
    home_holding_no: 'মাস্টার বাড়ি',
    village_road: 'ধর্মপুর',
  });
});

test('initials are no labels', () => {
  for (const initials of ['A. F.', 'S. M.', 'A. F. M.']) expect(findLabel(initials)).toBeUndefined();
  expect(findLabel('NID (F)')).toMatchObject({ target: { field: 'nid_father' } });
});

test.each(['পোঃ অফিস: বটতলী বাজার, জেলা: সিলেট', 'পোঃ: বটতলী বাজার, জেলা: সিলেট'])('%s', (text) => {
  expect(readAddress([text])).toMatchObject({ post_office: 'বটতলী বাজার', district: 'সিলেট' });
});

test('a typist writes the post office with a visarga and dashes, and a holding with a hash', () => {
  expect(readAddress(['গ্রাম-নামাপাড়া, Holding#-1045, পোঃ অফিস-পোস্তগোলা, উপজেলা-জীবননগর, জেলা-চুয়াডাঙ্গা'])).toMatchObject({
    village_road: 'নামাপাড়া',
    home_holding_no: '1045',
    post_office: 'পোস্তগোলা',
  });
  const { presentAddress } = recordOfLines(['বর্তমান ঠিকানা:', 'পোঃ অফিস - পোস্তগোলা', 'জেলা - ঢাকা', 'বিভাগ - ঢাকা']);
  expect(presentAddress).toMatchObject({ post_office: 'পোস্তগোলা', district: 'ঢাকা' });
});

test('no part begins within the brackets of a value', () => {
  expect(readAddress(['গ্রাম বা রাস্তা: কলেজপাড়া (মাস্টার বাড়ি) বাসা/হোল্ডিং: 1045 মৌজাঃ: চর পেশকারী'])).toMatchObject({
    village_road: 'কলেজপাড়া (মাস্টার বাড়ি)',
    home_holding_no: '1045',
  });
});

test('a label with a visarga whose translation runs on below it', () => {
  const { fields } = recordOf([
    pieceAt(40, 100, 'নামঃ (Bangla'),
    pieceAt(160, 100, 'খন্দকার আশফাক-উজ-জামান'),
    pieceAt(40, 110, 'Name)'),
    pieceAt(40, 126, 'রক্ত গ্রুপ (Blood'),
    pieceAt(160, 126, 'B-'),
    pieceAt(40, 136, 'Group)'),
  ]);
  expect(fields).toEqual({ name_bangla: 'খন্দকার আশফাক-উজ-জামান', blood_group: 'B-' });
});

test('what stands before a part may be said twice: whose it is and that it is a name', () => {
  expect(findLabel('স্থায়ী জেলার নাম')).toMatchObject({
    target: { kind: 'part', part: 'district', address: 'permanent_address' },
  });
});

test('a caption at the foot of a page whose borders a browser fills', () => {
  const captions = (from: number, texts: readonly string[]) =>
    texts.map((text, at) => pieceAt(32, from + 12 * at, text));
  const grid = new RulingGrid([], 595, 842);
  const head = [pieceAt(28, 25, '11/14/25, 3:12 PM'), pieceAt(500, 25, 'Voter Details')];
  const foot = [pieceAt(28, 821, 'https://portal.example/voter?id=3672'), pieceAt(550, 821, '1/2')];
  const one = captions(745, ['Blood Group', 'AB+', 'Father Name', 'রিচার্ড রিছিল', 'Marital Status']);
  const two = captions(54, ['Married', 'Religion', 'Islam', 'Gender', 'Female']);
  const first = rowsOfPage([...head, ...one, ...foot], grid, 1);
  const second = rowsOfPage([...head, ...two, ...foot], grid, 2, 0, first.openHeads);
  expect(buildRecord([...first.rows, ...second.rows], 1).fields).toEqual({
    blood_group: 'AB+',
    father_name: 'রিচার্ড রিছিল',
    marital_status: 'married',
    religion: 'Islam',
    gender: 'female',
  });
});
