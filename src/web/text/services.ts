// The texts of the back office about services, in the chosen language.
import { useLanguage } from '../lib/language.ts';
import { servicesBn } from './services-bn.ts';
import { servicesEn } from './services-en.ts';
import type { Wording } from './text.ts';

export type ServicesText = Wording<typeof servicesBn>;

export function useServicesText(): ServicesText {
  return useLanguage() === 'en' ? servicesEn : servicesBn;
}
