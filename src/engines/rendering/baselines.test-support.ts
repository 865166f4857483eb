// Reads in tests on which heights the letters of a text stand.
import { loadPdfium } from '../pdfium.ts';
import { doubleAt, withDocument, withMemory } from '../reading/pdfium.ts';

/** The baselines of the letters of `said` on the first page, in points from its foot, highest first; none where it does not stand there. */
export async function readBaselines(pdf: Uint8Array, said: string): Promise<number[]> {
  const pdfium = await loadPdfium();
  return withDocument(pdfium, pdf, (document) => {
    const page = pdfium.FPDF_LoadPage(document, 0);
    const textPage = pdfium.FPDFText_LoadPage(page);
    try {
      const codes = Array.from({ length: pdfium.FPDFText_CountChars(textPage) }, (_, i) =>
        pdfium.FPDFText_GetUnicode(textPage, i),
      );
      const from = codes
        .map((code) => String.fromCharCode(code))
        .join('')
        .indexOf(said);
      if (from < 0) return [];
      const heights = [...said].flatMap((letter, i) =>
        letter === ' '
          ? []
          : withMemory(pdfium, 16, (at) => {
              pdfium.FPDFText_GetCharOrigin(textPage, from + i, at, at + 8);
              return [Math.round(doubleAt(pdfium, at + 8) * 100) / 100];
            }),
      );
      return [...new Set(heights)].sort((a, b) => b - a);
    } finally {
      pdfium.FPDFText_ClosePage(textPage);
      pdfium.FPDF_ClosePage(page);
    }
  });
}
