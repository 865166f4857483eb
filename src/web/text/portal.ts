// The texts of the customer's portal, in the chosen language.
import { useLanguage } from '../lib/language.ts';
import { useNamed } from './named.ts';
import { type PortalText, portalBn } from './portal-bn.ts';
import { portalEn } from './portal-en.ts';

export function usePortalText(): PortalText {
  return useNamed<PortalText>(useLanguage() === 'en' ? portalEn : portalBn);
}
