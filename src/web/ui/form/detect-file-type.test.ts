import { expect, test } from 'vitest';
import { withDetectedType } from './detect-file-type.ts';

const pdf = '%PDF-1.7\n';
const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16]);
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

test.each([
  ['without an ending', pdf, 'দলিল', '', 'দলিল.pdf', 'application/pdf'],
  [
    'with a type and without an ending',
    pdf,
    'scan 2026',
    'application/pdf',
    'scan 2026.pdf',
    'application/pdf',
  ],
  ['with the ending of another kind', pdf, 'copy.jpg', 'image/jpeg', 'copy.pdf', 'application/pdf'],
  ['that is named as what it is', jpeg, 'photo.JPG', 'image/jpeg', 'photo.jpg', 'image/jpeg'],
  ['without a type', jpeg, 'IMG_1.jpeg', '', 'IMG_1.jpg', 'image/jpeg'],
  ['of unknown type', png, 'shot.bin', 'application/octet-stream', 'shot.png', 'image/png'],
  [
    'after an ending that is none',
    'RIFF\0\0\0\0WEBPVP8 ',
    'photo of Mr. Karim',
    '',
    'photo of Mr. Karim.webp',
    'image/webp',
  ],
])('a file %s is taken as what it is', async (_, content, name, type, itsName, itsType) => {
  const own = await withDetectedType(new File([content], name, { type }));
  expect([own.name, own.type]).toEqual([itsName, itsType]);
  expect(own.size).toBe(new Blob([content]).size);
});

test.each([
  ['of another kind', 'MZ program', 'program.exe', 'application/x-msdownload'],
  ['without content', '', 'empty.pdf', 'application/pdf'],
])('a file %s stays as it is', async (_, content, name, type) => {
  const file = new File([content], name, { type });
  expect(await withDetectedType(file)).toBe(file);
});
