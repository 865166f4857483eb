// The texts of the customer’s menu and dashboard, in the chosen language.
import { createTextsHook } from '../../text/texts.ts';
import { customerBn } from './text-bn.ts';

export const useCustomerText = createTextsHook(
  customerBn,
  async () => (await import('./text-en.ts')).customerEn,
);
