import type { Wording } from '../../../text/wording.ts';

export const phoneticBn = {
  label: 'ইংরেজি হরফে লিখলে বাংলা হবে',
  hint: 'যেমন rohim লিখে স্পেস দিলে রহিম। Ctrl+M চাপলেও চালু বা বন্ধ হয়।',
};

export type PhoneticText = Wording<typeof phoneticBn>;
