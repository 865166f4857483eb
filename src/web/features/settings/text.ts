// The texts of the back office about the shop itself, in the chosen language.
import { useLanguage } from '../../lib/language.ts';
import type { Wording } from '../../text/text.ts';
import { shopBn } from './text-bn.ts';
import { shopEn } from './text-en.ts';

export type ShopText = Wording<typeof shopBn>;

export function useShopText(): ShopText {
  return useLanguage() === 'en' ? shopEn : shopBn;
}
