// Papers that are no copy of one person's record: a reader should refuse them, or be sure of nothing.

import { cells, escaped } from './html-parts.ts';
import type { Dice } from './seeded-random.ts';
import type { Sheet } from './sheet.ts';

export const otherPaperNames = ['two-people', 'two-side-by-side', 'voter-list', 'bank-form'] as const;
export type OtherPaperName = (typeof otherPaperNames)[number];

const ruled = 'class="ruled" border="1" cellspacing="0" cellpadding="3" width="100%"';
const printed = (sheet: Sheet, field: string) =>
  escaped(sheet.rows.find((row) => row.field === field)?.value ?? '');

const tableOf = (sheet: Sheet) =>
  cells(
    [
      ...sheet.rows.map((row) => [` width="40%">${escaped(row.label)}`, escaped(row.value) || '&nbsp;']),
      ...sheet.addresses.map((one) => [
        escaped(one.label),
        escaped(one.text ?? one.parts.map((part) => `${part.label}: ${part.value}`).join(', ')),
      ]),
    ],
    ruled,
  );

/** One after the other, as two prints put into one file. */
function twoPeople(sheets: readonly Sheet[]): string {
  return `${tableOf(sheets[0]!)}<div style="page-break-before:always"></div><h1>${escaped(sheets[1]!.title)}</h1>${tableOf(sheets[1]!)}`;
}

function twoSideBySide(sheets: readonly Sheet[]): string {
  const half = (sheet: Sheet) =>
    ` width="50%" valign="top">${tableOf({ ...sheet, rows: sheet.rows.slice(0, 14) })}`;
  return cells([sheets.slice(0, 2).map(half)], 'cellspacing="4" width="100%"');
}

function voterList(sheets: readonly Sheet[], dice: Dice): string {
  const entry = (sheet: Sheet, index: number) =>
    `<b>${index + 1}.</b> নাম: ${printed(sheet, 'name_bangla')}<br>ভোটার নং: ${printed(sheet, 'voter_no') || dice.digits(12)}<br>পিতা: ${printed(sheet, 'father_name')}<br>মাতা: ${printed(sheet, 'mother_name')}<br>পেশা: ${printed(sheet, 'occupation')}, জন্ম তারিখ: ${printed(sheet, 'date_of_birth')}<br>ঠিকানা: ${escaped(sheet.addresses[0]!.parts[0]?.value ?? 'সদর')}`;
  const rows = [0, 3, 6].map((from) =>
    sheets.slice(from, from + 3).map((sheet, at) => ` width="33%" valign="top">${entry(sheet, from + at)}`),
  );
  return `<p>ভোটার এলাকার নাম: ${printed(sheets[0]!, 'voter_area')} &nbsp; ভোটার এলাকার নম্বর: ০৩৪১ &nbsp; মোট ভোটার: ১২৪৭</p>${cells(rows, ruled)}`;
}

/** An account's holder, nominee and introducer, each with a name, parents and numbers. */
function bankForm(sheets: readonly Sheet[], dice: Dice): string {
  const person = (sheet: Sheet, heading: string) =>
    `<p><b>${heading}</b></p>${cells(
      [
        ['Name', printed(sheet, 'name_english') || printed(sheet, 'name_bangla')],
        ["Father's Name", printed(sheet, 'father_name')],
        ["Mother's Name", printed(sheet, 'mother_name')],
        ['National ID No.', printed(sheet, 'national_id')],
        ['Date of Birth', printed(sheet, 'date_of_birth')],
        ['Occupation', printed(sheet, 'occupation')],
      ],
      ruled,
    )}`;
  return `<p>Branch: Motijheel &nbsp; Account No: ${dice.digits(13)} &nbsp; Account Type: Savings</p>${person(sheets[0]!, 'Account Holder')}${person(sheets[1]!, 'Nominee')}${person(sheets[2]!, 'Introducer')}<p>Initial Deposit: Tk. 500 &nbsp; Signature: ____________</p>`;
}

export const otherBodies: Record<OtherPaperName, (sheets: readonly Sheet[], dice: Dice) => string> = {
  'two-people': twoPeople,
  'two-side-by-side': twoSideBySide,
  'voter-list': voterList,
  'bank-form': bankForm,
};
