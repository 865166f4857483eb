// The record of an NID copy, and its paper.
import { nidLabels } from '../labels.ts';
import { type NidField, nidFields, nidSections, type PrintedNidField } from '../rules.ts';
import type { FieldKinds, RecordRules } from './record-rules.ts';

// The specification gives these in English (section 8).
const made = 'NID information saved successfully!';
const corrected = 'NID information updated successfully!';

const kinds: FieldKinds<PrintedNidField | 'smart_card_date'> = {
  name_english: 'english',
  national_id: 'digits',
  pin: 'digits',
  birth_registration_no: 'digits',
  nid_father: 'digits',
  nid_mother: 'digits',
  nid_spouse: 'digits',
  date_of_birth: 'date',
  smart_card_date: 'date',
  blood_group: 'choice',
  gender: 'choice',
  religion: 'choice',
  marital_status: 'choice',
  address_for_nid: 'long',
  present_address: 'long',
  permanent_address: 'long',
};

export const nidRecord = {
  title: { bn: 'এনআইডি তথ্য কপি', en: 'NID information copy' },
  fields: nidFields,
  labels: nidLabels,
  kinds,
  sections: nidSections,
  fullName: 'name_bangla',
  englishName: 'name_english',
  number: 'national_id',
  messages: { made: { bn: made, en: made }, corrected: { bn: corrected, en: corrected } },
} as const satisfies RecordRules<NidField, NidField | 'smart_card_date'>;
