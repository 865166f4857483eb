// The texts of the back office about the shop itself, in the chosen language.
import { useLanguage } from '../../lib/language.ts';
import { type ShopText, shopBn } from './text-bn.ts';
import { shopEn } from './text-en.ts';

export function useShopText(): ShopText {
  return useLanguage() === 'en' ? shopEn : shopBn;
}
