import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { editDistance } from './fields/label-words.ts';
import { closeReaders, readSignedCopy } from './read-signed-copy.ts';
import { type SignedCopyReading, UnreadablePdfError } from './signed-copy-reading.ts';

const folder = fileURLToPath(new URL('../fixtures/signed-copies/', import.meta.url));

interface ExpectedPicture {
  width: number;
  height: number;
  sha256: string | null;
  unchanged: boolean;
  box?: number[];
}

interface Expected {
  kind: 'text' | 'visual-order' | 'bijoy' | 'scan';
  pages?: number;
  fields: Record<string, string>;
  present_address?: Record<string, string>;
  permanent_address?: Record<string, string>;
  images?: { photo?: ExpectedPicture; signature?: ExpectedPicture };
}

const samples = readdirSync(folder)
  .filter((name) => name.endsWith('.pdf'))
  .map((name) => ({
    name,
    pdf: new Uint8Array(readFileSync(folder + name)),
    expected: JSON.parse(readFileSync(folder + name.replace(/pdf$/, 'json'), 'utf8')) as Expected,
  }));

afterAll(closeReaders);

/** Every expected value beside the one that was read. */
function valuesOf(
  expected: Expected,
  reading: SignedCopyReading,
): [key: string, want: string, got: string | undefined][] {
  const pairs = (want: object, got: object | undefined, of: string) =>
    Object.entries(want).map(
      ([key, value]) =>
        [`${of}${key}`, value, (got as Record<string, string> | undefined)?.[key]] as [
          string,
          string,
          string | undefined,
        ],
    );
  return [
    ...pairs(expected.fields, reading.fields, ''),
    ...pairs(expected.present_address ?? {}, reading.presentAddress, 'present '),
    ...pairs(expected.permanent_address ?? {}, reading.permanentAddress, 'permanent '),
  ];
}

describe('a signed copy with a text layer fills in the form', () => {
  for (const { name, pdf, expected } of samples.filter((sample) => sample.expected.kind !== 'scan')) {
    test(`${name} gives every value exactly and no value that it does not print`, async () => {
      const reading = await readSignedCopy(pdf);
      expect(reading.method).toBe(expected.kind);
      for (const [key, want, got] of valuesOf(expected, reading)) expect(got, key).toBe(want);
      expect(Object.keys(reading.fields).filter((key) => !(key in expected.fields))).toEqual([]);
      if (expected.pages !== undefined) expect(reading.pages).toBe(expected.pages);
    });

    test(`${name} gives the photo and the signature, unchanged where they are plain JPEGs`, async () => {
      const reading = await readSignedCopy(pdf);
      for (const key of ['photo', 'signature'] as const) {
        const want = expected.images?.[key];
        const got = reading[key];
        if (want === undefined) {
          expect(got).toBeUndefined();
          continue;
        }
        expect([got?.width, got?.height], key).toEqual([want.width, want.height]);
        expect([...(got?.jpeg.subarray(0, 2) ?? [])], key).toEqual([0xff, 0xd8]);
        if (want.sha256 === null) continue;
        expect(got?.unchanged, key).toBe(true);
        expect(createHash('sha256').update(got!.jpeg).digest('hex'), key).toBe(want.sha256);
      }
    });
  }
});

describe('a scanned copy fills in the form for the customer to check', () => {
  for (const { name, pdf, expected } of samples.filter((sample) => sample.expected.kind === 'scan')) {
    test(`${name} gives four values in five exactly and marks each to be checked`, async () => {
      const reading = await readSignedCopy(pdf);
      expect(reading.method).toBe('scan');
      const values = valuesOf(expected, reading);
      const exact = values.filter(([, want, got]) => want === got).length;
      const characters = values.reduce((sum, [, want]) => sum + want.length, 0);
      const wrong = values.reduce(
        (sum, [, want, got]) => sum + Math.min(want.length, editDistance(want, got ?? '')),
        0,
      );
      expect(exact / values.length).toBeGreaterThanOrEqual(0.82);
      expect(1 - wrong / characters).toBeGreaterThanOrEqual(0.96);
      for (const confidence of Object.values(reading.confidence)) expect(confidence).toBeLessThan(0.8);
      // The size of the photo on the page, to a millimetre and a half.
      const photo = expected.images?.photo;
      expect(Math.abs(reading.photo!.width - photo!.width)).toBeLessThan(12);
      expect(Math.abs(reading.photo!.height - photo!.height)).toBeLessThan(12);
      expect(reading.signature).toBeDefined();
    });
  }
});

describe('a file that is no signed copy is refused with its reason', () => {
  const hostile = (name: string) => new Uint8Array(readFileSync(`${folder}hostile/${name}.pdf`));
  const reasonOf = (pdf: Uint8Array) =>
    readSignedCopy(pdf).then(
      () => 'read',
      (error: unknown) => (error instanceof UnreadablePdfError ? error.code : error),
    );

  test('an encrypted file asks for one without a password', async () => {
    expect(await reasonOf(hostile('sx1-encrypted'))).toBe('encrypted');
  });
  test('a file cut off in the middle is broken', async () => {
    expect(await reasonOf(hostile('sx2-truncated'))).toBe('broken');
  });
  test('a picture named .pdf is no PDF', async () => {
    expect(await reasonOf(hostile('sx3-jpeg'))).toBe('not_pdf');
  });
  test('sixty pages are too many', async () => {
    expect(await reasonOf(hostile('sx4-pages'))).toBe('too_many_pages');
  });
  test('more than ten megabytes are too large', async () => {
    expect(await reasonOf(new Uint8Array(10 * 1024 * 1024 + 1))).toBe('too_large');
  });
  test('nothing at all is no PDF', async () => {
    expect(await reasonOf(new Uint8Array(0))).toBe('not_pdf');
  });
  test('an empty page holds no fields', async () => {
    expect(await reasonOf(pdfWith('<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] >>'))).toBe(
      'no_fields',
    );
  });
  test('a page of an absurd size is refused and harms nothing', async () => {
    const reason = await reasonOf(pdfWith('<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200000 200000] >>'));
    expect(['no_fields', 'too_large', 'broken']).toContain(reason);
  });
  test('after all of them a good copy is still read', async () => {
    const { pdf } = samples[0]!;
    expect((await readSignedCopy(pdf)).fields.national_id).toBe(samples[0]!.expected.fields.national_id);
  });
});

/** A PDF with one page object and no cross-reference table: readers rebuild it. */
function pdfWith(page: string): Uint8Array {
  return new TextEncoder().encode(
    `%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n` +
      `3 0 obj\n${page}\nendobj\ntrailer\n<< /Root 1 0 R /Size 4 >>\n%%EOF\n`,
  );
}
