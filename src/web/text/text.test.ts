// A missing text does not compile; this finds an empty one, and one in the wrong script.
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const web = join(import.meta.dirname, '..');

/** Each catalogue is found by its Bengali file, so that none is forgotten. */
const catalogues = await Promise.all(
  globSync('{ui,features,areas}/**/*text-bn.ts', { cwd: web })
    .sort()
    .map(async (file) => {
      const read = async (path: string) =>
        Object.values((await import(/* @vite-ignore */ join(web, path))) as object)[0] as object;
      return { file, bn: await read(file), en: await read(file.replace(/bn\.ts$/, 'en.ts')) };
    }),
);

function texts(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') return [[path, String(value('1', '1', '1'))]];
  return Object.entries(value as object).flatMap(([key, inner]) => texts(inner, `${path}.${key}`));
}

/** Deliberately in the other language: the language's own name, and texts that are the same in both or only join given words. */
const foreign = new Set(['.common.language.name', '.footer.rights', '.past.by', '.count']);

test('all catalogues have the same texts in both languages', () => {
  expect(catalogues.length).toBeGreaterThan(10);
  for (const { file, bn, en } of catalogues)
    expect(
      texts(en)
        .map(([path]) => path)
        .sort(),
      file,
    ).toEqual(
      texts(bn)
        .map(([path]) => path)
        .sort(),
    );
});

test('every Bengali text is written in Bengali and in NFC', () => {
  for (const { bn } of catalogues)
    for (const [path, text] of texts(bn)) {
      expect(text.normalize('NFC'), path).toBe(text);
      if (foreign.has(path) || path.includes('Value')) continue;
      expect(text, path).toMatch(/[\u0980-\u09ff]/);
      expect(text, path).not.toMatch(/\([A-Z][a-z]+ [A-Za-z ]+/);
    }
});

/** One word for one thing, the one that people use: the avoided word, then its replacement. */
const avoided: readonly (readonly [RegExp, string])[] = [
  [/প্রযোজ্য/, 'লাগবে'],
  [/(?<![া-ৌ\p{L}])যন্ত্র(?! নন)/u, 'ডিভাইস'],
  [/ব্যবহারযোগ্য/, 'এখন'],
  [/^ঐচ্ছিক$/, 'ইচ্ছা হলে'],
  [/^আবশ্যক$/, 'দিতে হবে'],
  [/^(?:গৃহীত|অপেক্ষমাণ)$/, 'সফল, অপেক্ষায়'],
  [/সার্ভিসসমূহ/, 'সব সার্ভিস'],
  [/সেবার দাম|শেষ সেবা|স্বয়ংক্রিয় সেবা/, 'সার্ভিস'],
  [/(?:শুরু|আবার) নির্বাচন|নির্বাচন করুন/, 'বেছে নিন'],
  [/চিঠি|(?<!ই)মেইল(?! সার্ভার)/, 'ইমেইল'],
];
/** The specification gives these verbatim, or people know the thing by that name. */
const given = new Set(['.lines.2', '.birth.updated', '.birth.updateFailed']);

test('customers read one word for one thing, and no office word where there is a plain one', () => {
  for (const { file, bn } of catalogues.filter(
    (one) => !/staff|admin|settings|catalogue|reports/.test(one.file),
  ))
    for (const [path, text] of texts(bn))
      if (!given.has(path))
        for (const [word, better] of avoided) expect(text, `${file} ${path}: ${better}`).not.toMatch(word);
});

test('every English text exists and contains no Bengali except the language’s name', () => {
  for (const { en } of catalogues)
    for (const [path, text] of texts(en)) {
      expect(text.trim(), path).not.toBe('');
      if (!foreign.has(path)) expect(text, path).not.toMatch(/[\u0980-\u09ff]/);
    }
});
