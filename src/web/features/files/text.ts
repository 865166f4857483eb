// The texts of shared links: what the owner makes and sees, and what a reader meets.
import { useLanguage } from '../../lib/language.ts';
import { useNamed } from '../../text/named.ts';
import { type SharingText, sharingBn } from './text-bn.ts';
import { sharingEn } from './text-en.ts';

export function useSharingText(): SharingText {
  return useNamed<SharingText>(useLanguage() === 'en' ? sharingEn : sharingBn);
}
