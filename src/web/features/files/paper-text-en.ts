// English texts of the names of papers.
import { fileTypesIn } from '#contract/documents/kinds.ts';
import type { PaperText } from './paper-text-bn.ts';

export const paperEn: PaperText = {
  moneyPapers: {
    receipt: 'Receipt of a recharge',
    statement: 'Wallet statement',
    report: 'Report of the shop',
  },
  fileTypes: fileTypesIn('en'),
};
