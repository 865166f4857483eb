// The record of a sign-to-server copy, and its paper.
import { signToServerLabels } from '../labels.ts';
import { type SignToServerField, signToServerFields } from '../rules.ts';
import type { RecordRules } from './record-rules.ts';

// The specification gives these in English (section 8).
const made = 'Server copy created successfully!';
const corrected = 'Server copy updated successfully!';

export const signToServerRecord = {
  title: { bn: 'সাইন টু সার্ভার তথ্য কপি', en: 'Sign-to-server information copy' },
  fields: signToServerFields,
  labels: signToServerLabels,
  kinds: {
    name_en: 'english',
    nid_number: 'digits',
    pin_number: 'digits',
    mobile_number: 'digits',
    form_number: 'number',
    voter_number: 'number',
    birth_date: 'date',
    blood_group: 'choice',
    gender: 'choice',
    present_address: 'long',
    permanent_address: 'long',
    formatted_address: 'long',
  },
  sections: [
    {
      heading: { bn: 'পরিচয়', en: 'Identity' },
      fields: [
        'name_bn',
        'name_en',
        'nid_number',
        'pin_number',
        'birth_date',
        'birthplace',
        'blood_group',
        'gender',
        'education_qualification',
        'mobile_number',
      ],
    },
    {
      heading: { bn: 'পরিবার', en: 'Family' },
      fields: ['father_name', 'mother_name', 'spouse_name'],
    },
    {
      heading: { bn: 'ভোটার তথ্য', en: 'Voter' },
      fields: ['form_number', 'voter_number', 'voter_area'],
    },
    {
      heading: { bn: 'ঠিকানা', en: 'Address' },
      fields: ['formatted_address', 'present_address', 'permanent_address'],
    },
  ],
  fullName: 'name_bn',
  englishName: 'name_en',
  number: 'nid_number',
  messages: { made: { bn: made, en: made }, corrected: { bn: corrected, en: corrected } },
} as const satisfies RecordRules<SignToServerField>;
