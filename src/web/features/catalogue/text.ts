// The texts of the back office about services, in the chosen language.
import { useLanguage } from '../../lib/language.ts';
import { type ServicesText, servicesBn } from './text-bn.ts';
import { servicesEn } from './text-en.ts';

export function useServicesText(): ServicesText {
  return useLanguage() === 'en' ? servicesEn : servicesBn;
}
