// The texts about money, in the chosen language.
import { useLanguage } from '../../lib/language.ts';
import { type MoneyText, moneyBn } from './staff-text-bn.ts';
import { moneyEn } from './staff-text-en.ts';

export function useMoneyText(): MoneyText {
  return useLanguage() === 'en' ? moneyEn : moneyBn;
}
