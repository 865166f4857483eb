// The texts of the customer’s menu and dashboard, in the chosen language.
import { useTexts } from '../../text/texts.ts';
import { type CustomerText, customerBn } from './text-bn.ts';
import { customerEn } from './text-en.ts';

export const useCustomerText = (): CustomerText => useTexts<CustomerText>(customerBn, customerEn);
