// Copies made by real producers, in layouts and fonts that the other fixtures lack.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { closeReaders, readSignedCopy } from './read-signed-copy.ts';

const folder = fileURLToPath(new URL('../fixtures/signed-copies/made/', import.meta.url));

interface Expected {
  kind: 'text' | 'bijoy' | 'broken' | 'scan';
  producer: string;
  fields: Record<string, string>;
  present_address?: Record<string, string>;
  permanent_address?: Record<string, string>;
}

const copies = readdirSync(folder)
  .filter((name) => name.endsWith('.pdf'))
  .map((name) => ({
    name,
    expected: JSON.parse(readFileSync(folder + name.replace(/pdf$/, 'json'), 'utf8')) as Expected,
  }));

/** Their fonts have no correct map to Unicode, whatever the kind of file. */
const pictured = new Set(['weasyprint', 'ghostscript', 'poppler', 'xelatex']);
const isPictured = ({ expected }: (typeof copies)[number]) =>
  expected.kind === 'broken' || (expected.kind === 'text' && pictured.has(expected.producer));

const isScanned = ({ expected }: (typeof copies)[number]) => expected.kind === 'scan';

afterAll(closeReaders);

async function valuesOf(name: string, expected: Expected) {
  const reading = await readSignedCopy(new Uint8Array(readFileSync(folder + name)));
  const pairs = (prefix: string, want: Record<string, string>, got: Record<string, string | undefined>) =>
    Object.entries(want).map(([key, value]) => ({ key: prefix + key, want: value, got: got[key] }));
  return {
    reading,
    values: [
      ...pairs('', expected.fields, reading.fields),
      ...pairs('present ', expected.present_address ?? {}, { ...reading.presentAddress }),
      ...pairs('permanent ', expected.permanent_address ?? {}, { ...reading.permanentAddress }),
    ],
  };
}

describe('a copy with a sound text layer is read exactly', () => {
  test.each(copies.filter((copy) => !isPictured(copy) && !isScanned(copy)))(
    '$name',
    async ({ name, expected }) => {
      const { reading, values } = await valuesOf(name, expected);
      for (const { key, want, got } of values) expect(got, key).toBe(want);
      expect(Object.keys(reading.fields).filter((key) => !(key in expected.fields))).toEqual([]);
      expect(reading.photo).toBeDefined();
      expect(reading.signature).toBeDefined();
      expect(reading.cutOuts).toEqual({});
    },
  );
});

describe('a copy whose fonts tell nothing is read by their outlines, or from its pages', () => {
  test.each(copies.filter(isPictured))('$name', async ({ name, expected }) => {
    const { reading, values } = await valuesOf(name, expected);
    const exact = values.filter(({ want, got }) => want === got).length;
    expect(exact / values.length).toBeGreaterThan(0.85);
    // A wrong value read from a picture is never reported as certain, and a blank stays blank.
    for (const { key, want, got } of values) {
      const name = key.startsWith('present ')
        ? 'present_address'
        : key.startsWith('permanent ')
          ? 'permanent_address'
          : key;
      if (got !== undefined && got !== want) expect(reading.confidence[name], key).toBeLessThan(0.8);
      if (want === '') expect(got ?? '', key).toBe('');
    }
    // Each comes with the part of the page to compare it with, and no sure value does.
    for (const [key, jpeg] of Object.entries(reading.cutOuts)) {
      expect(reading.confidence[key], key).toBeLessThan(0.8);
      expect([...jpeg.subarray(0, 2)], key).toEqual([0xff, 0xd8]);
    }
    const read = Object.entries(reading.fields).filter(
      ([key, value]) => value !== '' && reading.confidence[key]! < 0.8,
    );
    const shown = read.filter(([key]) => key in reading.cutOuts).length;
    expect(shown).toBeGreaterThanOrEqual(0.9 * read.length);
  });
});

test('a sign is the same letters wherever it is drawn, also where recognition misreads the word', async () => {
  const name = 'g116-text-lines-xelatex.pdf';
  const { expected } = copies.find((copy) => copy.name === name)!;
  const { reading } = await valuesOf(name, expected);
  expect(reading.presentAddress).toMatchObject({ village_road: 'কৈবর্ত্তপাড়া', mouza_moholla: 'বড় বৈকুণ্ঠপুর' });
});

test('fonts without a name are judged as well', async () => {
  const name = 'g192-text-lines-ghostscript.pdf';
  const { expected } = copies.find((copy) => copy.name === name)!;
  const { reading } = await valuesOf(name, expected);
  expect(reading.fields.name_bangla).toBe(expected.fields.name_bangla);
  expect(reading.confidence.name_bangla).toBeLessThan(0.8);
});

describe('a page photographed at an angle, in uneven light', () => {
  test.each(copies.filter(isScanned))('$name', async ({ name, expected }) => {
    const { reading, values } = await valuesOf(name, expected);
    const exact = values.filter(({ want, got }) => want === (got ?? '')).length;
    expect(exact / values.length).toBeGreaterThan(0.8);
    expect(reading.photo).toBeDefined();
    for (const confidence of Object.values(reading.confidence)) expect(confidence).toBeLessThan(0.8);
  });
});
