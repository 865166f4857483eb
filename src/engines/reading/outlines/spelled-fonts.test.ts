import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { closeReaders, readSignedCopy } from '../read-signed-copy.ts';

const folder = new URL('../../fixtures/signed-copies/', import.meta.url);
const bytesOf = (name: string) => new Uint8Array(readFileSync(new URL(`${name}.pdf`, folder)));

afterAll(closeReaders);

/** Maps of Bengali letters to wrong ones, none, and codes that are missing from the text altogether. */
test.each([
  'made/g056-broken-narrow-poppler',
  'made/g011-broken-placed-office-html',
  'made/g022-broken-frames-office-odt',
  // One letter comes from a font of its own.
  'made/g014-broken-frames-weasyprint',
])('%s: the outlines of a known font tell its text', async (name) => {
  const expected = JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'));
  const { fields, confidence, presentAddress, permanentAddress } = await readSignedCopy(bytesOf(name));
  expect(fields).toEqual(expected.fields);
  expect(presentAddress).toMatchObject(expected.present_address);
  expect(permanentAddress).toMatchObject(expected.permanent_address);
  expect(Object.entries(confidence).filter(([, one = 0]) => one < 0.8)).toEqual([]);
});
