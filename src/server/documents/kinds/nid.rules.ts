// Rules of the NID copy: what it prints in addition to its record's values. Pure.
import { nidLabels } from '#contract/documents/labels.ts';
import type { NidField } from '#contract/documents/rules.ts';
import { type KindRules, onPaper, printRulesOf, type SealedRecord } from '../record.rules.ts';

/** The record of an NID copy, stored encrypted. */
export interface SealedNid extends SealedRecord<NidField> {
  issueDate: string;
}

const rules = printRulesOf<SealedNid>('nid');

export const nidRules: KindRules<SealedNid> = {
  ...rules,
  print(record) {
    const printing = rules.print(record);
    if (record.issueDate !== '') {
      printing.sections[0]!.fields.push({
        key: 'smart_card_date',
        label: { ...nidLabels.smart_card_date },
        ...onPaper('smart_card_date', record.issueDate, 'date'),
        provenance: 'customer',
      });
    }
    return printing;
  },
};
