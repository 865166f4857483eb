// Layouts that came after the reader had learnt from the unseen ones, as HTML for old engines.

import { addressCell, blocksOf, cells, escaped, isAddress } from './html-parts.ts';
import type { Dice } from './seeded-random.ts';
import type { Sheet, SheetAddress, SheetRow } from './sheet.ts';

export const laterLayoutNames = [
  'captions', 'label-columns', 'labels-both-sides', 'particulars', 'triples', 'framed-sections', 'captioned-boxes', 'part-columns',
] as const; // biome-ignore format: a list
export type LaterLayoutName = (typeof laterLayoutNames)[number];

/** They set a label's two languages apart. */
export const bilingualLayouts: readonly string[] = ['label-columns', 'labels-both-sides'];

const plain = 'cellspacing="0" cellpadding="3" width="100%"';
const ruled = `class="ruled" border="1" ${plain}`;
const empty = '&nbsp;';

function groupsOf<T>(rows: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, at) =>
    rows.slice(size * at, size * (at + 1)),
  );
}

/** Runs of rows, and the addresses between them. */
function runsOf(sheet: Sheet): (SheetRow[] | SheetAddress)[] {
  const runs: (SheetRow[] | SheetAddress)[] = [];
  for (const block of blocksOf(sheet)) {
    const last = runs.at(-1);
    if (isAddress(block)) runs.push(block);
    else if (Array.isArray(last)) last.push(block);
    else runs.push([block]);
  }
  return runs;
}

const valueCell = ({ value }: SheetRow) => escaped(value) || empty;

/** A small grey label right above its value, three to a row, without rules. */
function captions(sheet: Sheet): string {
  const caption = (label: string, value: string) =>
    ` width="33%" valign="top"><span class="small" style="color:#667">${escaped(label)}</span><br>${value}`;
  return runsOf(sheet)
    .map((run) =>
      Array.isArray(run)
        ? cells(
            groupsOf(run, 3).map((group) => group.map((row) => caption(row.label, valueCell(row)))),
            plain,
          )
        : cells([[caption(run.label, addressCell(run))]], plain),
    )
    .join('');
}

function halvesOf(label: string): [string, string] {
  const [first = '', second = ''] = label.split(/ [/|] /);
  return [first, second];
}

/** A ruled column for the label in each language, and one for the value. */
function labelColumns(sheet: Sheet): string {
  const rows = blocksOf(sheet).map((block) => {
    const [first, second] = halvesOf(block.label);
    const value = isAddress(block) ? addressCell(block) : valueCell(block);
    return second === ''
      ? [` colspan="2" valign="top">${escaped(first)}`, value]
      : [
          ` width="24%" valign="top">${escaped(first)}`,
          ` width="24%" valign="top">${escaped(second)}`,
          value,
        ];
  });
  return cells(rows, ruled);
}

/** The label in one language on the left of the value, in the other on its right. */
function labelsBothSides(sheet: Sheet): string {
  const rows = blocksOf(sheet).map((block) => {
    const [first, second] = halvesOf(block.label);
    const value = isAddress(block) ? addressCell(block) : valueCell(block);
    return [
      ` width="26%" valign="top">${escaped(first)}`,
      ` width="48%" align="center"><b>${value}</b>`,
      ` width="26%" align="right" valign="top">${escaped(second) || empty}`,
    ];
  });
  return cells(rows, plain);
}

/** A numbered table under a head of its own. */
function particulars(sheet: Sheet, dice: Dice): string {
  const head = dice.pick([
    ['SL', 'Particulars', 'Details'],
    ['ক্রমিক', 'বিবরণ', 'তথ্য'],
    ['#', 'Field', 'Value'],
  ]);
  const rows = blocksOf(sheet).map((block, index) => [
    ` width="6%" align="center" valign="top">${index + 1}`,
    ` width="34%" valign="top">${escaped(block.label)}`,
    isAddress(block) ? addressCell(block) : valueCell(block),
  ]);
  return cells([head.map((text) => ` bgcolor="#eeeeee"><b>${text}</b>`), ...rows], ruled);
}

/** Three labels with their values in each ruled row. */
function triples(sheet: Sheet): string {
  return runsOf(sheet)
    .map((run) =>
      Array.isArray(run)
        ? cells(
            groupsOf(run, 3).map((group) =>
              group.flatMap((row) => [
                ` width="15%" bgcolor="#f2f2f2">${escaped(row.label)}`,
                ` width="18%">${valueCell(row)}`,
              ]),
            ),
            ruled,
          )
        : cells(
            [[` width="15%" bgcolor="#f2f2f2" valign="top">${escaped(run.label)}`, addressCell(run)]],
            ruled,
          ),
    )
    .join('');
}

/** A frame around each section, with 'label : value' lines in two columns. */
function framedSections(sheet: Sheet): string {
  const frame = (body: string) =>
    `<table border="1" ${plain}><tr><td>${body}</td></tr></table><p class="small">&nbsp;</p>`;
  return runsOf(sheet)
    .map((run) =>
      Array.isArray(run)
        ? frame(
            cells(
              groupsOf(run, 2).map((pair) =>
                pair.map(
                  (row) => ` width="50%" valign="top"><b>${escaped(row.label)}</b> : ${escaped(row.value)}`,
                ),
              ),
              plain,
            ),
          )
        : frame(`<b>${escaped(run.label)}</b> :<br>${addressCell(run)}`),
    )
    .join('');
}

/** A ruled box for each row: the label on its first line, the value on its second. */
function captionedBoxes(sheet: Sheet): string {
  const box = (label: string, value: string) =>
    ` width="50%" valign="top"><span class="small">${escaped(label)}:</span><br><b>${value}</b>`;
  return runsOf(sheet)
    .map((run) =>
      Array.isArray(run)
        ? cells(
            groupsOf(run, 2).map((pair) => pair.map((row) => box(row.label, valueCell(row)))),
            ruled,
          )
        : cells(
            [[` valign="top"><span class="small">${escaped(run.label)}:</span><br>${addressCell(run)}`]],
            ruled,
          ),
    )
    .join('');
}

/** Each address as a table: a ruled row of the names of its parts above a row of their values. */
function partColumns(sheet: Sheet): string {
  return runsOf(sheet)
    .map((run) => {
      if (Array.isArray(run))
        return cells(
          run.map((row) => [` width="38%">${escaped(row.label)}`, valueCell(row)]),
          ruled,
        );
      const title = `<p><b>${escaped(run.label)}</b></p>`;
      if (run.text !== undefined) return `${title}<p>${escaped(run.text)}</p>`;
      return (
        title +
        groupsOf(run.parts, 5)
          .map((group) =>
            cells(
              [
                group.map((part) => ` width="20%" bgcolor="#eeeeee">${escaped(part.label)}`),
                group.map((part) => escaped(part.value) || empty),
              ],
              ruled,
            ),
          )
          .join('')
      );
    })
    .join('');
}

export const laterBodies: Record<LaterLayoutName, (sheet: Sheet, dice: Dice) => string> = {
  captions,
  'label-columns': labelColumns,
  'labels-both-sides': labelsBothSides,
  particulars,
  triples,
  'framed-sections': framedSections,
  'captioned-boxes': captionedBoxes,
  'part-columns': partColumns,
};
