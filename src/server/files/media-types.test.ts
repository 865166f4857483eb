import { expect, test } from 'vitest';
import { findMediaType } from './media-types.ts';

const ole = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const zip = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
const folder = (name: string) => Buffer.concat([Buffer.alloc(64), Buffer.from(name, 'utf16le')]);

test('a Word file is accepted, one with macros is not, in both formats', () => {
  expect(findMediaType(Buffer.concat([ole, folder('WordDocument')]))?.extension).toBe('doc');
  expect(findMediaType(Buffer.concat([ole, folder('WordDocument'), folder('Macros')]))).toBeUndefined();
  expect(findMediaType(Buffer.concat([ole, folder('_VBA_PROJECT')]))).toBeUndefined();
  expect(findMediaType(Buffer.concat([zip, Buffer.from('word/document.xml')]))?.extension).toBe('docx');
  expect(
    findMediaType(Buffer.concat([zip, Buffer.from('word/document.xml word/vbaProject.bin')])),
  ).toBeUndefined();
});
