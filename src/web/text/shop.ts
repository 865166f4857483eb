// The texts of the back office about the shop itself, in the chosen language.
import { useLanguage } from '../lib/language.ts';
import { shopBn } from './shop-bn.ts';
import { shopEn } from './shop-en.ts';
import type { Wording } from './text.ts';

export type ShopText = Wording<typeof shopBn>;

export function useShopText(): ShopText {
  return useLanguage() === 'en' ? shopEn : shopBn;
}
