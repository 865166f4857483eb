// Reads and replaces the objects of a PDF with one plain cross-reference table, as Typst writes it. Other objects keep their bytes; only offsets change.
import { inflateSync } from 'node:zlib';

export interface Objects {
  /** Number of the root object. */
  readonly root: number;
  /** Numbers of the page objects, in order. */
  pages(): number[];
  /** The text between `obj` and `endobj`, as Latin-1, in its newest version. */
  read(number: number): string;
  /** A stream's decoded bytes, as Latin-1. */
  readStream(number: number): string;
  replace(number: number, body: Buffer): void;
  /** Returns the number of a new object, to be filled by `replace`. */
  reserve(): number;
  /** The whole file, with a new cross-reference table. */
  write(): Buffer;
  /** The file as it was, followed by what was replaced and added (ISO 32000-1, 7.5.6). */
  append(): Buffer;
}

export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** A line of a cross-reference table is 20 bytes long (ISO 32000-1, 7.5.4). */
const lineBytes = 20;
const lineOf = (offset: number) => `${String(offset).padStart(10, '0')} 00000 n \n`;

interface Table {
  readonly at: number;
  /** Offset of each object, or the line of a free number. */
  readonly places: readonly (number | string)[];
  /** From the word `trailer` to the end. */
  readonly trailer: string;
}

function readTable(pdf: Buffer): Table {
  const at = Number(/^startxref\s+(\d+)/.exec(pdf.toString('latin1', pdf.lastIndexOf('startxref')))?.[1]);
  const table = pdf.toString('latin1', at);
  const head = /^xref\n0 (\d+)\n/.exec(table);
  const size = Number(head?.[1]);
  const lines = head?.[0].length ?? 0;
  const trailer = table.slice(lines + size * lineBytes);
  if (!head || size === 0 || !trailer.startsWith('trailer'))
    throw new Error('The typeset file has no plain cross-reference table.');
  const places = Array.from({ length: size }, (_, number) => {
    const from = lines + number * lineBytes;
    const line = table.slice(from, from + 18);
    return line.endsWith('n') ? Number(line.slice(0, 10)) : `${line} \n`;
  });
  return { at, places, trailer };
}

const objectOf = (number: number, body: Buffer) =>
  Buffer.concat([Buffer.from(`${number} 0 obj\n`), body, Buffer.from('endobj\n\n')]);

/** The file from its cross-reference table on. */
const endOf = ({ trailer }: Table, lines: string, size: number, at: number, more = '') =>
  Buffer.from(
    `xref\n${lines}${trailer.replace(/\/Size \d+/, `/Size ${size}${more}`).replace(/startxref\s+\d+/, `startxref\n${at}`)}`,
    'latin1',
  );

type Bodies = ReadonlyMap<number, Buffer>;

function rewriteFile(pdf: Buffer, table: Table, inUse: Bodies, replaced: Bodies, size: number): Buffer {
  const { places } = table;
  const parts = [pdf.subarray(0, Math.min(...places.filter((place) => typeof place === 'number')))];
  const lines = places.map(String);
  let length = parts[0]!.length;
  const added = Array.from({ length: size - places.length }, (_, index) => places.length + index);
  for (const number of [...inUse.keys(), ...added]) {
    const body = replaced.get(number);
    const part = body ? objectOf(number, body) : inUse.get(number)!;
    parts.push(part);
    lines[number] = lineOf(length);
    length += part.length;
  }
  return Buffer.concat([...parts, endOf(table, `0 ${size}\n${lines.join('')}`, size, length)]);
}

function appendUpdate(pdf: Buffer, table: Table, replaced: Bodies, size: number): Buffer {
  const parts = [pdf, Buffer.from('\n')];
  let length = pdf.length + 1;
  let lines = '';
  for (const [number, body] of replaced) {
    const part = objectOf(number, body);
    parts.push(part);
    lines += `${number} 1\n${lineOf(length)}`;
    length += part.length;
  }
  return Buffer.concat([...parts, endOf(table, lines, size, length, `\n  /Prev ${table.at}`)]);
}

export function openObjects(bytes: Uint8Array): Objects {
  const pdf = asBuffer(bytes);
  const table = readTable(pdf);
  const root = Number(/\/Root (\d+) 0 R/.exec(table.trailer)?.[1]);
  const found = table.places.flatMap((at, number) => (typeof at === 'number' ? [{ number, at }] : []));
  found.sort((one, other) => one.at - other.at);
  const inUse = new Map(
    found.map(({ number, at }, index) => [number, pdf.subarray(at, found[index + 1]?.at ?? table.at)]),
  );
  const replaced = new Map<number, Buffer>();
  let size = table.places.length;

  const read = (number: number) => {
    const body = replaced.get(number);
    if (body) return body.toString('latin1');
    const text = inUse.get(number)?.toString('latin1') ?? '';
    return text.slice(text.indexOf('obj') + 'obj'.length, text.lastIndexOf('endobj'));
  };
  /** A long paper has its pages in branches. */
  const pagesBelow = (number: number): number[] => {
    const kids = /\/Kids \[([^\]]*)\]/.exec(read(number))?.[1];
    return kids === undefined
      ? [number]
      : [...kids.matchAll(/(\d+) 0 R/g)].flatMap(([, kid]) => pagesBelow(Number(kid)));
  };

  return {
    root,
    pages: () => pagesBelow(Number(/\/Pages (\d+) 0 R/.exec(read(root))?.[1])),
    read,
    readStream(number) {
      const object = read(number);
      const [opening = '', length] = /\/Length (\d+)[\s\S]*?>>\s*stream\r?\n/.exec(object) ?? [];
      const from = object.indexOf(opening) + opening.length;
      const data = object.slice(from, from + Number(length));
      return /\/Filter \/FlateDecode\b/.test(opening)
        ? inflateSync(Buffer.from(data, 'latin1')).toString('latin1')
        : data;
    },
    replace(number, body) {
      replaced.set(number, body);
    },
    reserve: () => size++,
    write: () => rewriteFile(pdf, table, inUse, replaced, size),
    append: () => appendUpdate(pdf, table, replaced, size),
  };
}
