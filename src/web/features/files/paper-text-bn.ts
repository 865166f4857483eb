// Bengali texts of the names of papers.
import { fileTypesIn } from '#contract/documents/kinds.ts';
import type { Wording } from '../../text/wording.ts';

export const paperBn = {
  moneyPapers: {
    receipt: 'রিচার্জের রসিদ',
    statement: 'ওয়ালেটের বিবরণী',
    report: 'দোকানের প্রতিবেদন',
  },
  fileTypes: fileTypesIn('bn'),
} as const;

export type PaperText = Wording<typeof paperBn>;
