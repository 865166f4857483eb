// The measures of a font's signs, drawn as the reader has them drawn: by PDFium, from a PDF that embeds the font.

import { loadPdfium } from '../../src/engines/pdfium.ts';
import { codeToLetter, mapTextToGlyphCodes } from '../../src/engines/reading/outlines/glyph-codes.ts';
import { type Measures, measuresOf } from '../../src/engines/reading/outlines/outline-measures.ts';
import { outlineOf } from '../../src/engines/reading/outlines/outline-path.ts';
import { withDocument } from '../../src/engines/reading/pdfium.ts';

/** Of the signs with these numbers that leave ink. */
export async function measuresOfSigns(
  font: Uint8Array,
  signs: ReadonlySet<number>,
): Promise<Map<number, Measures>> {
  const pdfium = await loadPdfium();
  const pdf = await mapTextToGlyphCodes(pdfWith(font), () => true);
  if (pdf === undefined) throw new Error('the PDF has no font');
  const measures = new Map<number, Measures>();
  await withDocument(pdfium, pdf, (document) => {
    const page = pdfium.FPDF_LoadPage(document, 0);
    const text = pdfium.FPDFText_LoadPage(page);
    const embedded = pdfium.FPDFTextObj_GetFont(pdfium.FPDFText_GetTextObject(text, 0));
    for (const sign of signs) {
      const measured = measuresOf(outlineOf(pdfium, embedded, codeToLetter(sign)));
      if (measured !== undefined) measures.set(sign, measured);
    }
    pdfium.FPDFText_ClosePage(text);
    pdfium.FPDF_ClosePage(page);
  });
  return measures;
}

/** A page with one sign of a TrueType font, whose codes are the numbers of its signs. */
function pdfWith(font: Uint8Array): Uint8Array {
  const content = 'BT /F 10 Tf 10 10 Td <0001> Tj ET';
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type0/BaseFont/F/Encoding/Identity-H/DescendantFonts[6 0 R]>>',
    '<</Type/Font/Subtype/CIDFontType2/BaseFont/F/FontDescriptor 7 0 R/CIDToGIDMap/Identity' +
      '/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>>>',
    '<</Type/FontDescriptor/FontName/F/Flags 4/FontBBox[0 0 1000 1000]/FontFile2 8 0 R>>',
    `<</Length ${font.length}>>stream\n${Buffer.from(font).toString('latin1')}\nendstream`,
  ];
  let pdf = '%PDF-1.7\n';
  const starts = objects.map((object, at) => {
    const start = String(pdf.length).padStart(10, '0');
    pdf += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${start} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${starts.join('')}`;
  const end = `trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${pdf.length}\n%%EOF`;
  return Buffer.from(pdf + table + end, 'latin1');
}
