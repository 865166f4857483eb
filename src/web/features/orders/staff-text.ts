// The texts of the staff's tools for orders, in the chosen language.
import { useLanguage } from '../../lib/language.ts';
import type { Wording } from '../../text/text.ts';
import { staffOrdersBn } from './staff-text-bn.ts';
import { staffOrdersEn } from './staff-text-en.ts';

export type StaffOrdersText = Wording<typeof staffOrdersBn>;

export function useStaffOrdersText(): StaffOrdersText {
  return useLanguage() === 'en' ? staffOrdersEn : staffOrdersBn;
}
