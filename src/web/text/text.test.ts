// A missing text does not compile; an empty one, or one left in the other script, is found here.
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const web = join(import.meta.dirname, '..');

/** Each catalogue by its Bengali file: all of them, so that none is forgotten. */
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
const foreign = new Set(['.common.language.name', '.footer.rights', '.past.by']);

/** Messages that the specification gives in English: the Bengali screens show exactly these. */
const verbatim = new Set([
  'Data extracted successfully!',
  'Error reading file',
  'Failed to complete order',
  'Failed to create server copy',
  'Failed to extract NID information',
  'Failed to extract data from PDF',
  'Failed to fetch balance',
  'Failed to fetch certificate data',
  'Failed to generate birth certificate 1',
  'Failed to load NID information',
  'Failed to load captcha',
  'Failed to load order details',
  'Failed to load orders. Please try again.',
  'Failed to reject order',
  'Failed to save NID information',
  'Failed to update NID information',
  'Failed to verify captcha or fetch data',
  'First name is required',
  'Go Back',
  'Information retrieved successfully!',
  'Invalid ID',
  'Invalid NID ID',
  'Invalid certificate ID',
  'Invalid email',
  'Invalid order ID',
  'Last name is required',
  'N/A',
  'NID information extracted successfully!',
  'NID information saved successfully!',
  'NID information updated successfully!',
  'No response received from server',
  'Order not found',
  'Payment creation failed',
  'Please enter text content',
  'Please enter the captcha',
  'Please fill all required fields',
  'Please fill in all required fields',
  'Please provide a reason for rejection',
  'Please select a completion type',
  'Please select an image file',
  'Please upload a PDF file',
  'Please upload a PDF file only',
  'Please upload a file',
  'Save & Download',
  'Server copy created successfully!',
  'Service id not found',
  'Unexpected response format from server',
  'sub-type data not found',
]);

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
      if (verbatim.has(text) || foreign.has(path) || path.includes('Value')) continue;
      expect(text, path).toMatch(/[\u0980-\u09ff]/);
      expect(text, path).not.toMatch(/\([A-Z][a-z]+ [A-Za-z ]+/);
    }
});

test('every English text exists and contains no Bengali except the language’s name', () => {
  for (const { en } of catalogues)
    for (const [path, text] of texts(en)) {
      expect(text.trim(), path).not.toBe('');
      if (!foreign.has(path)) expect(text, path).not.toMatch(/[\u0980-\u09ff]/);
    }
});
