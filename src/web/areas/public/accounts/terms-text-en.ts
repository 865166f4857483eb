// English terms of service.
import type { TermsText } from './terms-text-bn.ts';

export const termsEn: TermsText = {
  title: 'Terms of service',
  lines: [
    'Nothipotro is a private service shop. Copies made here are for information; they are not official documents and may not be used as such.',
    'Give only your own data, or data of a person who has agreed.',
    'The price of each service is shown before you submit. Money set aside returns to the wallet when the work is not done.',
    'Your data are kept confidential. Who looked at them, and when, leaves a trace.',
  ],
};
