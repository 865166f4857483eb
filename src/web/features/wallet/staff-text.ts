// The texts about money, in the chosen language.
import { useLanguage } from '../../lib/language.ts';
import type { Wording } from '../../text/text.ts';
import { moneyBn } from './staff-text-bn.ts';
import { moneyEn } from './staff-text-en.ts';

export type MoneyText = Wording<typeof moneyBn>;

export function useMoneyText(): MoneyText {
  return useLanguage() === 'en' ? moneyEn : moneyBn;
}
