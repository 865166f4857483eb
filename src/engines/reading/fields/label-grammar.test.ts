// What labels may say besides their words, and how their words are shortened.

import { expect, test } from 'vitest';
import { readAddress } from './address-text.ts';
import { findLabel, type LabelTarget } from './field-labels.ts';

function nameOf(target: LabelTarget | undefined): string | undefined {
  if (target?.kind === 'field') return target.field;
  if (target?.kind === 'address') return target.address;
  return target?.kind === 'part' ? target.part : target?.kind;
}

test.each([
  ['Gndr', 'gender'],
  ['Occptn.', 'occupation'],
  ['Relgn. Oth.', 'religion_other'],
  ['No Fngr Prnt', 'no_finger_print'],
  ['Pspt. No', 'passport'],
  ['Prst. Addr.', 'present_address'],
  ['Vlg.', 'village_road'],
  ['P. Off.', 'post_office'],
  ['D. of Birth', 'date_of_birth'],
  ['জন্ম তাঃ', 'date_of_birth'],
])('a shortened word keeps its consonants: %s', (label, field) => {
  expect(nameOf(findLabel(label)?.target)).toBe(field);
});

test.each(['MBA', 'Mrs.', 'HSC', 'মোঃ', 'মোসাঃ', 'Md.', 'STR'])('%s is no label', (text) => {
  expect(findLabel(text)).toBeUndefined();
});

test.each([
  ['Date of Birth (DD/MM/YYYY)', 'date_of_birth'],
  ['জন্ম তারিখ (দিন/মাস/বছর)', 'date_of_birth'],
  ['Blood Group (if known)', 'blood_group'],
  ['রক্তের গ্রুপ (জানা থাকলে)', 'blood_group'],
  ['নাম (ইংরেজী বড় অক্ষরে)', 'name_english'],
  ['Documents (if applicable)', 'voter_documents'],
])('%s says how to fill it in', (label, field) => {
  expect(findLabel(label)).toMatchObject({ target: { field }, certainty: 1 });
});

test('a remark that nobody understands leaves the label in doubt, and a name without an owner', () => {
  const area = findLabel('Voter Area (Village/Moholla)');
  expect(nameOf(area?.target)).toBe('voter_area');
  expect(area?.certainty).toBeLessThan(0.8);
  expect(findLabel('Name (Nominee)')).toBeUndefined();
  expect(findLabel('নাম (মনোনীত)')).toBeUndefined();
});

test.each([
  ['Tags', 'tag'],
  ['ট্যাগসমূহ', 'tag'],
  ['Whether Married', 'marital_status'],
  ['বিবাহিত কি না', 'marital_status'],
  ['ধর্মের নাম', 'religion'],
  ['আম্মার নাম', 'mother_name'],
  ['Born At', 'birth_place'],
  ['পিতার ভোটার ক্রমিক', 'voter_no_father'],
  ['Mailing Address (Present)', 'present_address'],
  ['Permanent Residence', 'permanent_address'],
  ['Union Council/Ward', 'union_ward'],
  ['Ward For Union Porishod', 'ignored'],
])('%s is said in another way', (label, field) => {
  expect(nameOf(findLabel(label)?.target)).toBe(field);
});

test('parts of an address that are cut to a letter or two', () => {
  expect(
    readAddress(['গ্রা: নামাপাড়া, ইউ: রূপগড়, ডাক: কোর্ট স্টেশন-4711, উপ: জীবননগর, জে: চুয়াডাঙ্গা, বি: খুলনা']),
  ).toMatchObject({
    village_road: 'নামাপাড়া',
    union_ward: 'রূপগড়',
    post_office: 'কোর্ট স্টেশন',
    postal_code: '4711',
    upazila: 'জীবননগর',
    district: 'চুয়াডাঙ্গা',
    division: 'খুলনা',
  });
  expect(readAddress(['Vill- নামাপাড়া, U.P- রূপগড়, P.O- ঝাউডাঙ্গা, P.S- জীবননগর, Dist- চুয়াডাঙ্গা'])).toMatchObject({
    village_road: 'নামাপাড়া',
    union_ward: 'রূপগড়',
    upazila: 'জীবননগর',
  });
});
