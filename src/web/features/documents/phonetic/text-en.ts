import type { PhoneticText } from './text-bn.ts';

export const phoneticEn: PhoneticText = {
  label: 'Type Bengali in Latin letters',
  hint: 'Type rohim and a space to get the name in Bengali. Ctrl+M turns it on and off.',
};
