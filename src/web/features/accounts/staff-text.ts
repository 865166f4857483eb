// The texts of the back office about people, in the chosen language.
import { useLanguage } from '../../lib/language.ts';
import { peopleBn, type StaffText } from './staff-text-bn.ts';
import { peopleEn } from './staff-text-en.ts';

export function useAccountsStaffText(): StaffText {
  return useLanguage() === 'en' ? peopleEn : peopleBn;
}
