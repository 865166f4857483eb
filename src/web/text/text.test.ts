// A missing text does not compile; an empty one, or one that stayed in the other script, is found here.
import { expect, test } from 'vitest';
import { adminBn } from './admin-bn.ts';
import { adminEn } from './admin-en.ts';
import { bn } from './bn.ts';
import { en } from './en.ts';
import { ordersBn } from './orders-bn.ts';
import { ordersEn } from './orders-en.ts';
import { portalBn } from './portal-bn.ts';
import { portalEn } from './portal-en.ts';

function texts(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') return [[path, String(value('1', '1', '1'))]];
  return Object.entries(value as object).flatMap(([key, inner]) => texts(inner, `${path}.${key}`));
}

/** The verbatim English messages of the specification, and the name of the other language. */
const english = new Set([
  '.common.language.name',
  '.recharge.createFailedTitle',
  '.failed',
  '.landing.footer.rights',
]);

test('every Bengali text is written in Bengali and in NFC', () => {
  for (const catalogue of [bn, portalBn, ordersBn, adminBn]) {
    for (const [path, text] of texts(catalogue)) {
      expect(text.normalize('NFC'), path).toBe(text);
      if (!english.has(path) && !path.includes('Value')) expect(text, path).toMatch(/[\u0980-\u09ff]/);
    }
  }
});

test('every English text is there and holds no Bengali but the name of the language', () => {
  for (const catalogue of [en, portalEn, ordersEn, adminEn]) {
    for (const [path, text] of texts(catalogue)) {
      expect(text.trim(), path).not.toBe('');
      if (!english.has(path)) expect(text, path).not.toMatch(/[\u0980-\u09ff]/);
    }
  }
});
