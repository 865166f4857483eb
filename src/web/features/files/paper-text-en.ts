// English texts of the names of papers.
import type { PaperText } from './paper-text-bn.ts';

export const paperEn: PaperText = {
  moneyPapers: {
    receipt: 'Receipt of a recharge',
    statement: 'Wallet statement',
    report: 'Report of the shop',
  },
  fileTypes: {
    server_copy: 'Server copy',
    id_card: 'ID card',
    new_birth: 'New birth registration',
    tin: 'TIN certificate',
  },
};
