// The texts of the back office about people, in the chosen language.
import { useLanguage } from '../lib/language.ts';
import { peopleBn } from './people-bn.ts';
import { peopleEn } from './people-en.ts';
import type { Wording } from './text.ts';

export type PeopleText = Wording<typeof peopleBn>;

export function usePeopleText(): PeopleText {
  return useLanguage() === 'en' ? peopleEn : peopleBn;
}
