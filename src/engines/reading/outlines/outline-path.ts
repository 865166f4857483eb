// The outline of a sign of a font, as PDFium draws it.

import type { Pdfium } from '../../pdfium.ts';
import { floatAt, withMemory } from '../pdfium.ts';
import type { PathStep } from './outline-measures.ts';

/** A sign has some hundreds at most. */
const stepLimit = 4000;
/** FPDF_SEGMENT_LINETO, FPDF_SEGMENT_BEZIERTO, FPDF_SEGMENT_MOVETO. */
const stepTypes = ['line', 'curve', 'move'] as const;

/** `letter` is what the font's map to Unicode gives for the sign. Empty for a space. */
export function outlineOf(pdfium: Pdfium, font: number, letter: number): PathStep[] {
  const path = pdfium.FPDFFont_GetGlyphPath(font, letter, 1);
  const count = path === 0 ? 0 : Math.min(pdfium.FPDFGlyphPath_CountGlyphSegments(path), stepLimit);
  return withMemory(pdfium, 8, (at) =>
    Array.from({ length: Math.max(0, count) }, (_, index) => {
      const step = pdfium.FPDFGlyphPath_GetGlyphPathSegment(path, index);
      pdfium.FPDFPathSegment_GetPoint(step, at, at + 4);
      const type = stepTypes[pdfium.FPDFPathSegment_GetType(step)] ?? 'line';
      return { type, x: floatAt(pdfium, at), y: floatAt(pdfium, at + 4) };
    }),
  );
}
