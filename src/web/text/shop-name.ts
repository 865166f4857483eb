// Replaces the portal's default name in texts with the name of the shop, if it has one.
import { currentLanguage } from '../lib/language.ts';
import { shopName } from '../lib/shop.ts';

export const defaultShopName = { bn: 'নথিপত্র', en: 'Nothipotro' } as const;

function rename(text: unknown, from: string, to: string): unknown {
  if (typeof text === 'string') return text.replaceAll(from, to);
  if (typeof text === 'function') return (...input: unknown[]) => rename(text(...input), from, to);
  if (Array.isArray(text)) return text.map((one) => rename(one, from, to));
  if (typeof text !== 'object' || text === null) return text;
  return Object.fromEntries(Object.entries(text).map(([key, one]) => [key, rename(one, from, to)]));
}

/** Renamed texts by their original, so that each is built once and keeps its identity. */
const made = new WeakMap<object, { name: string; text: object }>();

/** Returns the text with the shop's name. */
export function withShopName<T extends object>(text: T): T {
  const language = currentLanguage();
  const name = shopName.get()?.[language];
  const delivered = defaultShopName[language];
  if (name === undefined || name === delivered) return text;
  let known = made.get(text);
  if (known?.name !== name) {
    known = { name, text: rename(text, delivered, name) as T };
    made.set(text, known);
  }
  return known.text as T;
}
