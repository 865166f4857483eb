import { describe, expect, it } from 'vitest';
import { maskName } from './files.service.ts';
import { findMediaType, safeFileName } from './media-types.ts';

describe('the type of a file', () => {
  it.each([
    ['a PDF', Buffer.from('%PDF-1.4'), 'pdf'],
    ['a PDF after some bytes', Buffer.concat([Buffer.alloc(100), Buffer.from('%PDF-1.4')]), 'pdf'],
    ['a JPEG', Buffer.from('ffd8ffe000', 'hex'), 'jpg'],
    ['a PNG', Buffer.from('89504e470d0a1a0a', 'hex'), 'png'],
    ['an old Word file', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'doc'],
    ['a Word file', Buffer.from('PK\u0003\u0004 word/document.xml'), 'docx'],
    [
      'a Word file with macros',
      Buffer.from('PK\u0003\u0004 word/document.xml word/vbaProject.bin'),
      undefined,
    ],
    ['a zip', Buffer.from('PK\u0003\u0004 something'), undefined],
    ['a program', Buffer.from('MZ'), undefined],
    ['a page', Buffer.from('<html>'), undefined],
    ['nothing', Buffer.alloc(0), undefined],
  ])('is told by its bytes: %s', (_what, bytes, extension) =>
    expect(findMediaType(bytes)?.extension).toBe(extension),
  );

  it('gives a name that is safe everywhere, with the extension of its type', () => {
    expect(safeFileName('ফলাফল ২.exe', 'pdf')).toBe('ফলাফল ২.pdf');
    expect(safeFileName('র\u200d্যাব ও বাক্\u200cস.pdf', 'pdf')).toBe('র\u200d্যাব ও বাক্\u200cস.pdf');
    for (const name of [
      '../../etc/passwd',
      'a"b\r\nc.png',
      '',
      '.',
      'x'.repeat(500),
      'a/b\\c',
      '\u0000\u202e',
    ])
      expect(safeFileName(name, 'pdf')).toMatch(/^[\p{L}\p{M}\p{N} _.-]{1,80}\.pdf$/u);
  });
});

describe('a name on the verification page', () => {
  it('shows the first character of each word and no length', () => {
    expect(maskName('Rahima Khatun')).toBe('R••• K•••');
    expect(maskName('  Md.   Abdul Karim  Sheikh Mollah ')).toBe('M••• A••• K••• S•••');
    expect(maskName('ক্ষুদিরাম')).toMatch(/^ক্.*•••$|^ক্ষু•••$|^ক•••$/);
    expect(maskName('')).toBe('•••');
  });
});
