// The TIN certificate's information copy: prints what the tax registry returned, unchanged. Pure.
import { label } from '#contract/documents/labels.ts';
import type { PaperRules } from '#contract/documents/records/record-rules.ts';
import type { TaxRecord } from '../../registry/registry.ts';
import { type KindRules, printSections, type SealedRecord } from '../record.rules.ts';
import { addressLine } from './returned-record.ts';

const tinFields = [
  'name_english',
  'father_name',
  'mother_name',
  'present_address',
  'permanent_address',
  'tin',
  'previous_tin',
  'tax_zone',
  'tax_circle',
  'status',
  'date',
  'zone_address',
  'zone_phone',
] as const;
type TinField = (typeof tinFields)[number];

export interface SealedTin extends SealedRecord<TinField> {
  lookupId: string;
}

const paper: PaperRules<TinField> = {
  labels: {
    name_english: label('নাম', 'Name'),
    father_name: label('পিতার নাম', 'Father’s name'),
    mother_name: label('মাতার নাম', 'Mother’s name'),
    present_address: label('বর্তমান ঠিকানা', 'Present address'),
    permanent_address: label('স্থায়ী ঠিকানা', 'Permanent address'),
    tin: label('টিন', 'TIN'),
    previous_tin: label('আগের টিন', 'Previous TIN'),
    tax_zone: label('কর অঞ্চল', 'Tax zone'),
    tax_circle: label('কর সার্কেল', 'Tax circle'),
    status: label('অবস্থা', 'Status'),
    date: label('নিবন্ধনের তারিখ', 'Date of registration'),
    zone_address: label('কর অঞ্চলের ঠিকানা', 'Zone address'),
    zone_phone: label('কর অঞ্চলের ফোন', 'Zone phone'),
  },
  kinds: { date: 'date' },
  sections: [
    {
      heading: label('করদাতা', 'Taxpayer'),
      fields: ['name_english', 'tin', 'previous_tin', 'status', 'date', 'father_name', 'mother_name'],
    },
    {
      heading: label('কর অফিস', 'Tax office'),
      fields: ['tax_zone', 'tax_circle', 'zone_address', 'zone_phone'],
    },
    { heading: label('ঠিকানা', 'Address'), fields: ['present_address', 'permanent_address'] },
  ],
};

export function tinValuesOf(record: TaxRecord): Record<TinField, string> {
  return {
    name_english: record.nameEn,
    father_name: record.fatherEn,
    mother_name: record.motherEn,
    present_address: addressLine(record.presentAddressEn, 'en'),
    permanent_address: addressLine(record.permanentAddressEn, 'en'),
    tin: record.tin,
    previous_tin: record.previousTin,
    tax_zone: record.taxZone,
    tax_circle: record.taxCircle,
    status: record.status,
    date: record.registeredOn,
    zone_address: record.zoneAddress,
    zone_phone: record.zonePhone,
  };
}

export const tinRules: KindRules<SealedTin> = {
  kind: 'tin',
  title: label('টিন তথ্য কপি', 'TIN information copy'),
  print: ({ values, origins }) => ({
    sections: printSections(paper, values, origins),
    withQr: true,
    fullName: values.name_english,
    englishName: values.name_english,
    number: values.tin,
  }),
};
