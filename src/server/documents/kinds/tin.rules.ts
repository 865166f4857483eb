// Rules of the TIN certificate's information copy, which prints what the tax registry returned, unchanged. Pure.
import { label, type TinField, tinLabels } from '#contract/documents/labels.ts';
import type { PaperRules } from '#contract/documents/records/record-rules.ts';
import type { TaxRecord } from '../../registry/registry.ts';
import { type KindRules, printSections, type SealedRecord } from '../record.rules.ts';
import { addressLine } from './returned-record.ts';

export interface SealedTin extends SealedRecord<TinField> {
  lookupId: string;
}

const paper: PaperRules<TinField> = {
  labels: tinLabels,
  kinds: { date: 'date' },
  words: { status: 'tax_status' },
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
