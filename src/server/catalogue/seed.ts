// The 13 services that a new shop starts with. Prices are defaults that owners can change.
import { documentKindNames, documentKinds } from '#contract/documents/kinds.ts';
import type { SeedService } from './catalogue.queries.ts';

const taka = (amount: number) => BigInt(amount) * 100n;

const speeds = (normal: number, urgent: number, urgentHours: number) => [
  { name: 'সাধারণ', nameEn: 'Normal', pricePaisa: taka(normal) },
  { name: 'জরুরি', nameEn: 'Urgent', pricePaisa: taka(urgent), workingHours: urgentHours },
];

const manual = (
  code: string,
  name: string,
  nameEn: string,
  description: string,
  placeHolder: string,
  charge: number,
  workingHours: number,
  subTypes: SeedService['subTypes'],
): SeedService => ({
  code,
  name,
  nameEn,
  description,
  placeHolder,
  chargePaisa: taka(charge),
  isAutomatic: false,
  workingHours,
  subTypes,
});

/** One for each kind of document, in the order of their codes. */
const automaticServices = documentKindNames
  .map((kind) => documentKinds[kind])
  .toSorted((one, other) => (one.serviceCode < other.serviceCode ? -1 : 1))
  .map(
    ({ serviceCode: code, offer }): SeedService => ({
      code,
      name: offer.bn,
      nameEn: offer.en,
      description: offer.description,
      placeHolder: '',
      chargePaisa: taka(offer.taka),
      isAutomatic: true,
      workingHours: 0,
      subTypes: [],
    }),
  );

export const firstServices: readonly SeedService[] = [
  manual(
    'AA',
    'এনআইডি সংশোধন',
    'NID correction',
    'জাতীয় পরিচয়পত্রের তথ্য সংশোধনের আবেদনে সহায়তা',
    'এনআইডি নম্বর লিখুন',
    50,
    72,
    [
      { name: 'নিজের নাম সংশোধন', nameEn: 'Own name', pricePaisa: taka(200) },
      { name: 'পিতা-মাতার নাম সংশোধন', nameEn: 'Parents’ names', pricePaisa: taka(200) },
      { name: 'জন্ম তারিখ সংশোধন', nameEn: 'Date of birth', pricePaisa: taka(300) },
    ],
  ),
  manual(
    'AB',
    'হারানো এনআইডি রিপ্রিন্ট',
    'Lost NID reprint',
    'হারানো পরিচয়পত্র পুনর্মুদ্রণের আবেদনে সহায়তা',
    'এনআইডি বা ফরম নম্বর লিখুন',
    30,
    48,
    speeds(120, 220, 24),
  ),
  manual(
    'AC',
    'নতুন ভোটার নিবন্ধন',
    'New voter registration',
    'নতুন ভোটার হওয়ার আবেদন পূরণে সহায়তা',
    'জন্ম নিবন্ধন নম্বর লিখুন',
    30,
    72,
    speeds(150, 250, 24),
  ),
  manual(
    'AD',
    '১০ ও ১৭ ডিজিট এনআইডি মিলকরণ',
    'Matching of 10-digit and 17-digit NID',
    'একই ব্যক্তির ১০ ও ১৭ ডিজিটের নম্বর মেলানোর আবেদনে সহায়তা',
    '১০ ও ১৭ ডিজিটের নম্বর দুটি লিখুন',
    20,
    24,
    speeds(80, 150, 8),
  ),
  manual(
    'AE',
    'জন্ম নিবন্ধন সংশোধন',
    'Birth registration correction',
    'জন্ম নিবন্ধনের তথ্য সংশোধনের আবেদনে সহায়তা',
    'জন্ম নিবন্ধন নম্বর লিখুন',
    40,
    96,
    speeds(180, 300, 36),
  ),
  ...automaticServices,
  manual(
    'AK',
    'পাসপোর্ট আবেদন ফরম',
    'Passport application form',
    'পাসপোর্টের আবেদন ফরম পূরণে সহায়তা',
    'এনআইডি নম্বর লিখুন',
    50,
    24,
    speeds(150, 250, 8),
  ),
  manual(
    'AL',
    'ট্রেড লাইসেন্স আবেদন',
    'Trade licence application',
    'ট্রেড লাইসেন্সের আবেদন তৈরিতে সহায়তা',
    'এনআইডি নম্বর লিখুন',
    50,
    120,
    [
      { name: 'নতুন লাইসেন্স', nameEn: 'New licence', pricePaisa: taka(400) },
      { name: 'নবায়ন', nameEn: 'Renewal', pricePaisa: taka(250) },
    ],
  ),
  manual(
    'AM',
    'ভোটার এলাকা পরিবর্তন',
    'Voter area transfer',
    'ভোটার এলাকা স্থানান্তরের আবেদনে সহায়তা',
    'এনআইডি নম্বর লিখুন',
    30,
    96,
    speeds(130, 230, 36),
  ),
];
