// The 13 services that a new shop starts with. Prices are defaults that owners can change.
import type { SeedService } from './catalogue.queries.ts';

const taka = (amount: number) => BigInt(amount) * 100n;

const speeds = (normal: number, urgent: number, urgentHours: number) => [
  { name: 'সাধারণ', pricePaisa: taka(normal) },
  { name: 'জরুরি', pricePaisa: taka(urgent), workingHours: urgentHours },
];

const manual = (
  code: string,
  name: string,
  description: string,
  placeHolder: string,
  charge: number,
  workingHours: number,
  subTypes: SeedService['subTypes'],
): SeedService => ({
  code,
  name,
  description,
  placeHolder,
  chargePaisa: taka(charge),
  isAutomatic: false,
  workingHours,
  subTypes,
});

const automatic = (code: string, name: string, description: string, charge: number): SeedService => ({
  code,
  name,
  description,
  placeHolder: '',
  chargePaisa: taka(charge),
  isAutomatic: true,
  workingHours: 0,
  subTypes: [],
});

export const firstServices: readonly SeedService[] = [
  manual('AA', 'এনআইডি সংশোধন', 'জাতীয় পরিচয়পত্রের তথ্য সংশোধনের আবেদনে সহায়তা', 'এনআইডি নম্বর লিখুন', 50, 72, [
    { name: 'নিজের নাম সংশোধন', pricePaisa: taka(200) },
    { name: 'পিতা-মাতার নাম সংশোধন', pricePaisa: taka(200) },
    { name: 'জন্ম তারিখ সংশোধন', pricePaisa: taka(300) },
  ]),
  manual(
    'AB',
    'হারানো এনআইডি রিপ্রিন্ট',
    'হারানো পরিচয়পত্র পুনর্মুদ্রণের আবেদনে সহায়তা',
    'এনআইডি বা ফরম নম্বর লিখুন',
    30,
    48,
    speeds(120, 220, 24),
  ),
  manual(
    'AC',
    'নতুন ভোটার নিবন্ধন',
    'নতুন ভোটার হওয়ার আবেদন পূরণে সহায়তা',
    'জন্ম নিবন্ধন নম্বর লিখুন',
    30,
    72,
    speeds(150, 250, 24),
  ),
  manual(
    'AD',
    '১০ ও ১৭ ডিজিট এনআইডি মিলকরণ',
    'একই ব্যক্তির ১০ ও ১৭ ডিজিটের নম্বর মেলানোর আবেদনে সহায়তা',
    '১০ ও ১৭ ডিজিটের নম্বর দুটি লিখুন',
    20,
    24,
    speeds(80, 150, 8),
  ),
  manual(
    'AE',
    'জন্ম নিবন্ধন সংশোধন',
    'জন্ম নিবন্ধনের তথ্য সংশোধনের আবেদনে সহায়তা',
    'জন্ম নিবন্ধন নম্বর লিখুন',
    40,
    96,
    speeds(180, 300, 36),
  ),
  automatic('AF', 'নতুন এনআইডি', 'সাইন কপি থেকে এনআইডির তথ্য কপি', 15),
  automatic('AG', 'নতুন জন্ম নিবন্ধন', 'জন্ম নিবন্ধনের তথ্য কপি', 20),
  automatic('AH', 'সার্ভার কপি আনঅফিসিয়াল', 'এনআইডি নম্বর ও জন্ম তারিখ দিয়ে তথ্য কপি', 25),
  automatic('AI', 'সাইন টু সার্ভার কপি', 'সাইন কপি থেকে সার্ভার কপির তথ্য', 15),
  automatic('AJ', 'টিন সার্টিফিকেট', 'টিন বা মোবাইল নম্বর দিয়ে টিনের তথ্য কপি', 15),
  manual(
    'AK',
    'পাসপোর্ট আবেদন ফরম',
    'পাসপোর্টের আবেদন ফরম পূরণে সহায়তা',
    'এনআইডি নম্বর লিখুন',
    50,
    24,
    speeds(150, 250, 8),
  ),
  manual('AL', 'ট্রেড লাইসেন্স আবেদন', 'ট্রেড লাইসেন্সের আবেদন তৈরিতে সহায়তা', 'এনআইডি নম্বর লিখুন', 50, 120, [
    { name: 'নতুন লাইসেন্স', pricePaisa: taka(400) },
    { name: 'নবায়ন', pricePaisa: taka(250) },
  ]),
  manual(
    'AM',
    'ভোটার এলাকা পরিবর্তন',
    'ভোটার এলাকা স্থানান্তরের আবেদনে সহায়তা',
    'এনআইডি নম্বর লিখুন',
    30,
    96,
    speeds(130, 230, 36),
  ),
];
