import type { PhoneticText } from './text-bn.ts';

export const phoneticEn: PhoneticText = {
  label: 'Type Bengali with Latin letters',
  hint: 'Type rohim and a space, and the name is in Bengali. Ctrl+M turns it on and off.',
};
