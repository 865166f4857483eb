// The texts of the customer’s menu and dashboard, in the chosen language.
import { lazyTexts, useLazyTexts } from '../../text/texts.ts';
import { type CustomerText, customerBn } from './text-bn.ts';

const lazy = lazyTexts<CustomerText>(customerBn, async () => (await import('./text-en.ts')).customerEn);

export const useCustomerText = (): CustomerText => useLazyTexts(lazy);
