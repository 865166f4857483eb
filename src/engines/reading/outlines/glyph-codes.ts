// Replaces the ToUnicode maps of a PDF's fonts, so that PDFium reports each glyph's code in the font, even where the producer's map is wrong, joins several
// glyphs, or lacks some.

import { PDF, PdfArray, PdfDict, PdfName, type PdfObject, PdfRef, PdfStream } from '@libpdf/core';

/** Codes are mapped to characters from here on, in one large block of the BMP, because PDFium splits surrogate pairs. */
const firstLetter = 0x4e00;
const letters = 0x5200;
/** A sheet has some hundreds of objects besides its pictures. */
const objectLimit = 50_000;

/** Returns the character that stands for a code. */
export const codeToLetter = (code: number): number => firstLetter + code;

export const isGlyphCode = (letter: number): boolean =>
  letter >= firstLetter && letter < firstLetter + letters;

/** Returns the PDF with the maps of the wanted fonts replaced; undefined if it has none. `isWanted` receives the name without the subset prefix. */
export async function mapTextToGlyphCodes(
  pdf: Uint8Array,
  isWanted: (font: string) => boolean,
): Promise<Uint8Array | undefined> {
  const file = await PDF.load(pdf);
  const { context } = file;
  const fonts = fontsOf(file).filter((font) => isWanted(baseNameOf(file, font)));
  if (fonts.length === 0) return undefined;
  const [ofOne, ofTwo] = [mapOf(1), mapOf(2)].map((map) =>
    context.register(PdfStream.fromDict({}, Buffer.from(map))),
  ) as [PdfRef, PdfRef];
  for (const font of fonts) font.set('ToUnicode', nameIn(font, 'Subtype') === 'Type0' ? ofTwo : ofOne);
  return file.save();
}

/** Finds the fonts that the pages refer to, directly or through forms. */
function fontsOf(file: PDF): PdfDict[] {
  const fonts: PdfDict[] = [];
  const seen = new Set<PdfObject>();
  const open: PdfObject[] = file.getPages().map(({ dict }) => dict);
  while (open.length > 0 && seen.size < objectLimit) {
    let one: PdfObject | null = open.pop()!;
    if (one instanceof PdfRef) one = file.context.resolve(one);
    if (one === null || seen.has(one)) continue;
    if (one instanceof PdfArray) {
      seen.add(one);
      open.push(...one);
    } else if (one instanceof PdfDict) {
      seen.add(one);
      if (isFont(one)) fonts.push(one);
      else for (const [, value] of one) open.push(value);
    }
  }
  return fonts;
}

const nameIn = (dict: PdfDict, key: string): string => {
  const value = dict.get(key);
  return value instanceof PdfName ? value.value : '';
};

const isFont = (dict: PdfDict) => nameIn(dict, 'Type') === 'Font' && nameIn(dict, 'Subtype') !== 'Type3';

/** A composite font is named by its descendant font. */
function baseNameOf(file: PDF, font: PdfDict): string {
  const made = resolved(file, resolved(file, font.get('DescendantFonts'), PdfArray)?.at(0), PdfDict);
  return nameIn(made ?? font, 'BaseFont').replace(/^[A-Z]{6}\+/, '');
}

function resolved<Kind extends PdfObject>(
  file: PDF,
  value: PdfObject | undefined,
  kind: new (...values: never[]) => Kind,
): Kind | undefined {
  const object = value instanceof PdfRef ? file.context.resolve(value) : value;
  return object instanceof kind ? object : undefined;
}

/** Returns a ToUnicode map for codes of one or two bytes. */
function mapOf(bytes: 1 | 2): string {
  const hex = (number: number, length: number) => number.toString(16).padStart(length, '0');
  const rows = Array.from({ length: bytes === 1 ? 1 : letters / 256 }, (_, row) => {
    const [from, to] = [256 * row, 256 * row + 255].map((code) => hex(code, 2 * bytes));
    return `<${from}> <${to}> <${hex(firstLetter + 256 * row, 4)}>`;
  });
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Own-Codes def /CMapType 2 def',
    `1 begincodespacerange <${'00'.repeat(bytes)}> <${'ff'.repeat(bytes)}> endcodespacerange`,
    ...rows.map((row) => `1 beginbfrange ${row} endbfrange`),
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n');
}
