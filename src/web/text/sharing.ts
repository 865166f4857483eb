// The texts of shared links: what the owner makes and sees, and what a reader meets.
import { useLanguage } from '../lib/language.ts';
import { useNamed } from './named.ts';
import { sharingBn } from './sharing-bn.ts';
import { sharingEn } from './sharing-en.ts';
import type { Wording } from './text.ts';

export type SharingText = Wording<typeof sharingBn>;

export function useSharingText(): SharingText {
  return useNamed<SharingText>(useLanguage() === 'en' ? sharingEn : sharingBn);
}
