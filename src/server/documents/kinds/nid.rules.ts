// The NID copy: which fields it prints under which labels. Pure.
import { type Label, label, nidLabels } from '#contract/documents/labels.ts';
import { type NidField, nidSections } from '#contract/documents/rules.ts';
import {
  type KindRules,
  onPaper,
  printSections,
  type SealedRecord,
  type SectionPlan,
} from '../record.rules.ts';

/** The encrypted record of one NID document. */
export interface SealedNid extends SealedRecord<NidField> {
  issueDate: string;
}

const headings: Record<(typeof nidSections)[number]['section'], Label> = {
  person: label('পরিচয়', 'Identity'),
  family: label('পরিবার', 'Family'),
  address: label('ঠিকানা', 'Address'),
  voter: label('ভোটার তথ্য', 'Voter'),
};

const printed: readonly SectionPlan<NidField>[] = nidSections.map(({ section, fields }) => ({
  heading: headings[section],
  fields,
}));

export const nidRules: KindRules<SealedNid> = {
  kind: 'nid',
  title: label('এনআইডি তথ্য কপি', 'NID information copy'),
  print({ values, origins, issueDate }) {
    const sections = printSections(printed, nidLabels, values, origins);
    if (issueDate !== '') {
      sections[0]!.fields.push({
        key: 'smart_card_date',
        label: { ...nidLabels.smart_card_date },
        ...onPaper('smart_card_date', issueDate),
        provenance: 'customer',
      });
    }
    return {
      sections,
      withQr: true,
      fullName: values.name_bangla,
      englishName: values.name_english,
      number: values.national_id,
    };
  },
};
