// The texts of the staff's tools for orders, in the chosen language.
import { useLanguage } from '../lib/language.ts';
import { staffOrdersBn } from './staff-orders-bn.ts';
import { staffOrdersEn } from './staff-orders-en.ts';
import type { Wording } from './text.ts';

export type StaffOrdersText = Wording<typeof staffOrdersBn>;

export function useStaffOrdersText(): StaffOrdersText {
  return useLanguage() === 'en' ? staffOrdersEn : staffOrdersBn;
}
