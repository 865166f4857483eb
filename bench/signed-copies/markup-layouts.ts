// The same sheets for producers that take no HTML: Typst, LaTeX and SVG.

import type { Drawing } from './html-layouts.ts';
import type { Sheet, SheetRow } from './sheet.ts';

export const markupLayouts = ['table', 'table-pairs', 'lines'] as const;
export type MarkupLayout = (typeof markupLayouts)[number];

/** All rows; an address is one row of running text, or a heading row and its parts where a row is as wide as the page. */
function rowsOf(sheet: Sheet, layout: MarkupLayout): SheetRow[] {
  const rows = [...sheet.rows];
  const addresses = sheet.addresses.flatMap((address) =>
    address.text === undefined && layout === 'table-pairs'
      ? [
          {
            label: address.label,
            value: address.parts.map((part) => `${part.label}: ${part.value}`).join(', '),
          },
        ]
      : address.text === undefined
        ? [{ label: address.label, value: '' }, ...address.parts]
        : [{ label: address.label, value: address.text }],
  );
  rows.splice(sheet.addressesAfter, 0, ...addresses);
  return rows;
}

const quoted = (text: string) => JSON.stringify(text).replace(/\\u/g, '\\\\u');

export function typstOf(layout: MarkupLayout, { sheet, font, latinFirst, dice }: Drawing): string {
  const families = latinFirst ? ['Noto Sans', font] : [font, 'Noto Sans'];
  const head = `#set page(paper: "a4", margin: 14mm)
#set text(font: (${families.map(quoted).join(', ')}, "DejaVu Sans"), size: ${dice.pick([8, 9, 10])}pt)
= #${quoted(sheet.title)}
#image("photo.jpg", width: 22mm) #image("signature.jpg", width: 30mm)
`;
  const rows = rowsOf(sheet, layout);
  if (layout === 'lines') {
    return (
      head +
      rows
        .map((row) => `#${quoted(row.label)}#${quoted(sheet.separator)} #${quoted(row.value)} \\`)
        .join('\n')
    );
  }
  const cells = rows.flatMap((row) => [`[#${quoted(row.label)}]`, `[#${quoted(row.value)}]`]);
  const columns = layout === 'table' ? '(5cm, 1fr)' : '(3cm, 1fr, 3cm, 1fr)';
  return `${head}#table(columns: ${columns}, stroke: ${dice.pick(['0.5pt', '0.5pt', 'none'])}, ${cells.join(', ')})`;
}

function tex(text: string): string {
  return text
    .replace(/[\\{}$&#^_~%]/g, (sign) => (sign === '\\' ? '\\textbackslash{}' : `\\${sign}{}`))
    .replace(/\\([$&#_%{}])\{\}/g, '\\$1');
}

/** LaTeX does not break table cells across pages, so the table is a long one. */
export function latexOf(layout: MarkupLayout, { sheet, font }: Drawing): string {
  const rows = rowsOf(sheet, layout);
  const head = `\\documentclass[9pt,a4paper]{extarticle}
\\usepackage[margin=14mm]{geometry}\\usepackage{fontspec,longtable,graphicx}
\\setmainfont{${font}}[Script=Bengali]\\newfontfamily\\latin{DejaVu Sans}
\\setlength{\\parindent}{0pt}\\begin{document}
{\\large ${mixed(sheet.title)}}

\\includegraphics[width=22mm]{photo.jpg} \\includegraphics[width=30mm]{signature.jpg}

`;
  if (layout === 'lines') {
    const lines = rows.map((row) => `${mixed(row.label)}${tex(sheet.separator)} ${mixed(row.value)}\\\\`);
    return `${head}${lines.join('\n')}\n\\end{document}\n`;
  }
  const body = rows.map((row) => `${mixed(row.label)} & ${mixed(row.value)} \\\\ \\hline`);
  return `${head}\\begin{longtable}{|p{48mm}|p{120mm}|}\\hline\n${body.join('\n')}\n\\end{longtable}\n\\end{document}\n`;
}

/** Few Bengali fonts have Latin letters: those are set in another one. */
function mixed(text: string): string {
  return text.replace(/[\x21-\x7e]+(?:\s+[\x21-\x7e]+)*/g, (latin) => `{\\latin ${tex(latin)}}`);
}

const xml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** One page with every text at an absolute position. */
export function svgOf(layout: MarkupLayout, { sheet, font, latinFirst, photo, signature }: Drawing): string {
  const parts: string[] = [];
  const put = (x: number, y: number, text: string) => {
    if (text !== '') parts.push(`<text x="${x}" y="${y}">${xml(text)}</text>`);
  };
  const pairs = layout === 'table-pairs';
  let y = 130;
  let column = 0;
  for (const row of rowsOf(sheet, layout)) {
    const wide = row.value.length > 44;
    if (wide && column === 1) {
      y += 12.4;
      column = 0;
    }
    const x = 30 + 268 * column;
    if (layout === 'lines')
      put(x, y, `${row.label}${sheet.separator} ${row.value}`.slice(0, wide ? undefined : 200));
    else put(x, y, row.label);
    const pieces = wide ? piecesOf(row.value, layout === 'lines' ? 110 : 80) : [row.value];
    if (layout !== 'lines')
      for (const [index, piece] of pieces.entries()) put(x + 128, y + 11 * index, piece);
    y += wide && layout !== 'lines' ? 11 * (pieces.length - 1) : 0;
    if (!pairs || wide || column === 1) y += layout === 'lines' ? 12.2 : 12.4;
    if (pairs && !wide) column = 1 - column;
    if (layout === 'table') parts.push(`<path d="M28 ${y - 9} H567" stroke="#666" stroke-width="0.5"/>`);
  }
  const height = Math.max(842, Math.ceil(y + 30));
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="595pt" height="${height}pt" viewBox="0 0 595 ${height}">
<g font-family="${latinFirst ? `Noto Sans, ${font}` : `${font}, Noto Sans`}, DejaVu Sans" font-size="8"><text x="30" y="24" font-size="13">${xml(sheet.title)}</text>
<image x="30" y="32" width="62" height="80" xlink:href="${photo}"/><image x="110" y="60" width="95" height="22" xlink:href="${signature}"/>
${parts.join('\n')}</g></svg>`;
}

function piecesOf(text: string, most: number): string[] {
  const pieces = [''];
  for (const word of text.split(' ')) {
    if (pieces.at(-1)!.length + word.length > most) pieces.push('');
    pieces[pieces.length - 1] = `${pieces.at(-1)!} ${word}`.trim();
  }
  return pieces;
}

export interface PlacedText {
  page: number;
  x: number;
  y: number;
  size: number;
  text: string;
}

/** Every text at a place of its own: label and value as one text or as two, with a colon of its own between, or two pairs to a line. */
export function placedTexts(layout: string, { sheet, dice }: Drawing): PlacedText[] {
  const texts: PlacedText[] = [];
  const size = dice.pick([8, 9]);
  const pitch = dice.pick([14, 16, 18]);
  let [page, y, column] = [0, 150, 0];
  const put = (x: number, text: string) => {
    if (text !== '') texts.push({ page, x, y, size, text });
  };
  const next = () => {
    y += pitch;
    if (y <= 800) return;
    page += 1;
    y = 50;
  };
  for (const row of rowsOf(sheet, layout === 'pairs' ? 'table-pairs' : 'table')) {
    const isWide = row.value.length > 40;
    if (isWide && column === 1) {
      next();
      column = 0;
    }
    const left = 30 + 275 * column;
    const [first = '', ...more] = isWide ? piecesOf(row.value, 70) : [row.value];
    if (layout === 'colon-column') {
      put(left, row.label);
      put(left + 160, ':');
      put(left + 172, first);
    } else {
      put(left, `${row.label}:`);
      put(left + (layout === 'pairs' ? 125 : 165), first);
    }
    for (const piece of more) {
      next();
      put(left + (layout === 'pairs' ? 125 : layout === 'columns' ? 165 : 172), piece);
    }
    if (layout !== 'pairs' || isWide || column === 1) next();
    if (layout === 'pairs' && !isWide) column = 1 - column;
  }
  return texts;
}
