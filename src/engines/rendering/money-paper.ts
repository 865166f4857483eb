// The printed form of a receipt, statement or report. User input is made printable and never refused, because whoever paid must get the paper.
import { type BilingualText, checkVerifyUrl, makePrintable, printableName } from './printable-document.ts';

export interface PaperFact {
  label: BilingualText;
  value: string;
  strong?: boolean;
  /** Prints a line for a signature instead of a value. */
  toSign?: boolean;
}

export interface PaperLine {
  at: string;
  what: BilingualText;
  /** What it was for, or ''. */
  ref: string;
  into: string;
  out: string;
  after: string;
}

export interface MoneyPaper {
  kind: 'receipt' | 'statement' | 'report';
  title: BilingualText;
  portalName: BilingualText;
  number: string;
  madeAt: Date;
  /** The same in its printed form. */
  made: string;
  /** Crockford base32 without separators. */
  verificationCode: string;
  /** `${origin}/verify/${code}` */
  verifyUrl: string;
  facts: PaperFact[];
  /** undefined: a paper without a list. */
  lines?: { opening: string; closing: string; rows: PaperLine[] };
  /** Tables of a report; the first column is text, the others are figures. */
  tables?: PaperTable[];
  /** What is counted, and on which day. */
  note?: BilingualText;
}

export interface PaperTable {
  title: BilingualText;
  heads: BilingualText[];
  rows: string[][];
}

export interface CheckedPaper {
  paper: MoneyPaper;
}

/** @throws RenderingError `foreign_link` for an address that is not the portal's verification page */
export function checkPaper(input: MoneyPaper): CheckedPaper {
  checkVerifyUrl(input.verifyUrl, input.verificationCode);
  const rows = input.lines?.rows.map((row) => ({ ...row, ref: makePrintable(row.ref) }));
  return {
    paper: {
      ...input,
      portalName: printableName(input.portalName),
      facts: input.facts.map((fact) => ({
        ...fact,
        value: makePrintable(fact.value),
        strong: fact.strong ?? false,
        toSign: fact.toSign ?? false,
      })),
      ...(input.lines && rows ? { lines: { ...input.lines, rows } } : {}),
      ...(input.tables
        ? {
            tables: input.tables.map((table) => ({
              ...table,
              rows: table.rows.map((row) => row.map(makePrintable)),
            })),
          }
        : {}),
    },
  };
}
