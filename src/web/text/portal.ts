// The texts of the customer's portal, in the chosen language.
import { useLanguage } from '../lib/language.ts';
import { useNamed } from './named.ts';
import { portalBn } from './portal-bn.ts';
import { portalEn } from './portal-en.ts';
import type { Wording } from './text.ts';

export type PortalText = Wording<typeof portalBn>;

export function usePortalText(): PortalText {
  return useNamed<PortalText>(useLanguage() === 'en' ? portalEn : portalBn);
}
