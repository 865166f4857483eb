// The texts of the back office about people, in the chosen language.
import { useLanguage } from '../../lib/language.ts';
import type { Wording } from '../../text/text.ts';
import { peopleBn } from './staff-text-bn.ts';
import { peopleEn } from './staff-text-en.ts';

export type StaffText = Wording<typeof peopleBn>;

export function useAccountsStaffText(): StaffText {
  return useLanguage() === 'en' ? peopleEn : peopleBn;
}
