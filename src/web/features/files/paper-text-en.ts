// English texts of the names of papers.
import { fileTypesIn } from '#contract/documents/kinds.ts';
import type { PaperText } from './paper-text-bn.ts';

export const paperEn: PaperText = {
  moneyPapers: {
    receipt: 'Recharge receipt',
    statement: 'Wallet statement',
    report: 'Shop report',
  },
  fileTypes: fileTypesIn('en'),
};
