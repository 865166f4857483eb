// The texts of the front page and the verification page, beside those that every screen shares.
import { useLanguage } from '../lib/language.ts';
import { frontBn } from './front-bn.ts';
import { frontEn } from './front-en.ts';
import { useNamed } from './named.ts';
import { type Text, useText, type Wording } from './text.ts';

export type FrontText = Wording<typeof frontBn>;

export function useFrontText(): FrontText & Text {
  const shared = useText();
  return { ...shared, ...useNamed<FrontText>(useLanguage() === 'en' ? frontEn : frontBn) };
}
