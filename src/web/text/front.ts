// The texts of the front page and the verification page, beside those that every screen shares.
import { useLanguage } from '../lib/language.ts';
import type { Text } from './bn.ts';
import { type FrontText, frontBn } from './front-bn.ts';
import { frontEn } from './front-en.ts';
import { useNamed } from './named.ts';
import { useText } from './text.ts';

export function useFrontText(): FrontText & Text {
  const shared = useText();
  return { ...shared, ...useNamed<FrontText>(useLanguage() === 'en' ? frontEn : frontBn) };
}
