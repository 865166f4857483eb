// The texts about money, in the chosen language.
import { useLanguage } from '../lib/language.ts';
import { moneyBn } from './money-bn.ts';
import { moneyEn } from './money-en.ts';
import type { Wording } from './text.ts';

export type MoneyText = Wording<typeof moneyBn>;

export function useMoneyText(): MoneyText {
  return useLanguage() === 'en' ? moneyEn : moneyBn;
}
