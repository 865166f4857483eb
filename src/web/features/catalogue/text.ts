// The texts of the back office about services, in the chosen language.
import { useLanguage } from '../../lib/language.ts';
import type { Wording } from '../../text/text.ts';
import { servicesBn } from './text-bn.ts';
import { servicesEn } from './text-en.ts';

export type ServicesText = Wording<typeof servicesBn>;

export function useServicesText(): ServicesText {
  return useLanguage() === 'en' ? servicesEn : servicesBn;
}
