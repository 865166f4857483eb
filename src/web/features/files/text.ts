// The texts of shared links: what the owner makes and sees, and what a reader meets.
import { useLanguage } from '../../lib/language.ts';
import { useNamed } from '../../text/named.ts';
import type { Wording } from '../../text/text.ts';
import { sharingBn } from './text-bn.ts';
import { sharingEn } from './text-en.ts';

export type SharingText = Wording<typeof sharingBn>;

export function useSharingText(): SharingText {
  return useNamed<SharingText>(useLanguage() === 'en' ? sharingEn : sharingBn);
}
