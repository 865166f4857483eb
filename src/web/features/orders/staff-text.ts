// The texts of the staff's tools for orders, in the chosen language.
import { useLanguage } from '../../lib/language.ts';
import { type StaffOrdersText, staffOrdersBn } from './staff-text-bn.ts';
import { staffOrdersEn } from './staff-text-en.ts';

export function useStaffOrdersText(): StaffOrdersText {
  return useLanguage() === 'en' ? staffOrdersEn : staffOrdersBn;
}
