// English terms of service.
import type { TermsText } from './terms-text-bn.ts';

export const termsEn: TermsText = {
  title: 'Terms of service',
  lines: [
    'Nothipotro is a private service shop. Copies made here are for information only; they are not official documents and must not be used as such.',
    'Only give your own data, or that of someone who has agreed to it.',
    'The price of each service is shown before you submit. Money set aside goes back to your wallet if the work is not done.',
    'Your data is kept confidential. We record who looks at it, and when.',
  ],
};
