// Rows, the result of pairing labels and values, and what both ways of pairing (cells and free lines) share.

import type { LabelTarget } from './fields/field-labels.ts';
import type { Box } from './ruling-grid.ts';
import type { Piece } from './text-pieces.ts';

export interface Row {
  target: LabelTarget;
  certainty: number;
  /** The label as printed, without the colon. */
  label: string;
  /** The value's lines from top to bottom. */
  lines: string[];
  page: number;
  left: number;
  baseline: number;
  /** The pieces that the value was read from, so that a scan can be reread. */
  places: Piece[];
}

/** Whether its value was read from the picture of the page, at least in part. */
export function isPictured(row: Row): boolean {
  return row.places.some((piece) => piece.isPictured === true);
}

/** Whether a pictured row's value was taken as it is stored: then only its label was read from the picture. */
export function isTyped(row: Row): boolean {
  return consistsOf(
    row,
    row.places.flatMap((piece) => piece.typed ?? []),
  );
}

/** The same for a value of reliable fonts, or one that the picture shows as it is stored. */
export function isConfirmed(row: Row): boolean {
  return consistsOf(
    row,
    row.places.flatMap((piece) => piece.confirmed ?? []),
  );
}

function consistsOf(row: Row, texts: readonly string[]): boolean {
  const stands = (line: string) =>
    texts.some(
      (text) => text.endsWith(line) && !/[\p{L}\p{M}\d]$/u.test(text.slice(0, text.length - line.length)),
    );
  return row.lines.length > 0 && row.lines.every((line) => stands(line.trim()));
}

export interface PageRows {
  rows: Row[];
  /** Lines at the top of the page that belong to the last row of the page before. */
  carriedOver: string[];
  /** The same without a cell to prove it: accepted only for an address. */
  looselyCarriedOver: string[];
  /** Columns that reach the end of the page: their values may continue on the next one. */
  openHeads: ColumnHead[];
}

/** The heading of a column of values, with its position. */
export interface ColumnHead extends Box {
  target: LabelTarget;
  /** As printed. */
  label: string;
}

/** Adds the lines at the top of a page to the row that they continue. */
export function carryOver(rows: readonly Row[], page: PageRows): void {
  const last = rows.at(-1);
  if (last === undefined) return;
  last.lines.push(...page.carriedOver);
  const onLastPage = rows.filter((row) => row.page === last.page);
  const lowest = onLastPage.reduce((low, row) => (row.baseline > low.baseline ? row : low));
  if (lowest.target.kind !== 'field') lowest.lines.push(...page.looselyCarriedOver);
}

/** Kinds of papers: values of the fields below, although the same words form labels. */
const papers =
  /^(?:birth (?:registration|certificate)|national id(?: card)?|nid(?: card)?|passport|driving licen[cs]e|tin(?: certificate)?|জন্ম ?নিবন্ধন(?: সনদ)?|জন্ম সনদ|জাতীয় পরিচয়পত্র|পাসপোর্ট|ড্রাইভিং লাইসেন্স)$/iu;

/** Whether a text that could be a label is a value of `target` here. */
export function acceptsLabelWords(target: LabelTarget, text: string): boolean {
  if (target.kind !== 'field') return false;
  if (target.field === 'voter_at')
    return /^(?:present|permanent|বর্তমান|স্থায়ী)(?: address| ঠিকানা)?$/iu.test(text.trim());
  return (target.field === 'birth_other' || target.field === 'voter_documents') && papers.test(text.trim());
}

/** Returns the pieces of one cell as lines of text. */
export function linesOf(pieces: readonly Piece[]): string[] {
  const lines: { baseline: number; size: number; parts: Piece[] }[] = [];
  for (const piece of [...pieces].sort((a, b) => a.baseline - b.baseline)) {
    const line = lines.at(-1);
    if (line !== undefined && piece.baseline - line.baseline < 0.5 * piece.size) line.parts.push(piece);
    else lines.push({ baseline: piece.baseline, size: piece.size, parts: [piece] });
  }
  return lines.map(({ parts }) =>
    parts
      .sort((a, b) => a.left - b.left)
      .map((part) => part.text)
      .reduce((text, part) => (text.endsWith(' ') || part.startsWith(' ') ? text + part : `${text} ${part}`)),
  );
}
