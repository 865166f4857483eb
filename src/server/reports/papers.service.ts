// Use cases of receipts and statements: read from the ledger and printed once, for the owner and for staff who may read wallets.

import { Readable } from 'node:stream';
import { shownNameOf } from '#contract/accounts/person-name.ts';
import {
  dhakaDay,
  dhakaDayAndTime,
  formatDate,
  formatDateTime,
  startOfDhakaDay,
} from '#contract/dates/dates.ts';
import { formatPeriod, periodInName } from '#contract/dates/periods.ts';
import { toBengaliDigits } from '#contract/digits.ts';
import type { Language } from '#contract/language.ts';
import { formatDecimal, formatTaka } from '#contract/money.ts';
import { takaInWords } from '#contract/wallet/money-words.ts';
import { movementNumber } from '#contract/wallet/movement-number.ts';
import { wayNames } from '#contract/wallet/ways.ts';
import type { PaperFact, PaperLine } from '#engines/rendering/money-paper.ts';
import type { BilingualText } from '#engines/rendering/printable-document.ts';
import type { Renderer } from '#engines/rendering/render-document.ts';
import { recordEvent } from '../audit-log/record-event.ts';
import type { Files } from '../files/files.service.ts';
import type { OpenedFile } from '../files/open-file.service.ts';
import { wayOfAccount } from '../ledger/chart-of-accounts.ts';
import { bindDeps } from '../platform/bind-deps.ts';
import type { Clock } from '../platform/clock.ts';
import { type Column, csvHead, csvRows, csvStart } from '../platform/csv.ts';
import type { Database, Reader } from '../platform/database/connect.ts';
import { Fault, FieldFault } from '../platform/fault.ts';
import { actingPerson, type Caller, mayRead, type RequestOrigin } from '../platform/request/caller.ts';
import * as queries from './papers.queries.ts';
import * as words from './papers.words.ts';
import { reversedType, typeOf } from './transactions.service.ts';

/** A page has about twenty lines; a longer statement belongs in a spreadsheet. */
export const maxPrintedLines = 2_000;
const portion = 500;

export interface PapersDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly renderer: Pick<Renderer, 'renderPaper'>;
  readonly files: Pick<Files, 'issuePaper'>;
  readonly publicOrigin: string;
  readonly portalName: () => Promise<BilingualText>;
  /** Returns a payment provider's name as customers know it. */
  readonly providerName: (id: string) => BilingualText;
}

export type Papers = ReturnType<typeof createPapers>;

interface StatementPeriod {
  userId: number;
  from: string;
  to: string;
}

const fact = (label: BilingualText, value: string, strong = false): PaperFact => ({ label, value, strong });
const inWords = (paisa: bigint) =>
  `${takaInWords(paisa, 'bn')} ${words.only.bn}\n${takaInWords(paisa, 'en')} ${words.only.en}`;
const both = ({ bn, en }: BilingualText) => `${bn} / ${en}`;
const dayOf = (day: string) => formatDate(startOfDhakaDay(day));

function nameOf(row: queries.LineRow): BilingualText {
  if (row.kind === 'refund') return words.orderRefund;
  const reversed = reversedType(row);
  return reversed === undefined ? words.movementWords[typeOf(row)] : words.correctionName(reversed);
}

/**
 * Returns the reference of a movement: the number that its owner knows it by, otherwise its movement number. In both languages on paper, in one in a
 * table.
 */
function refOf(row: queries.LineRow, userId: number, language?: Language): string {
  if (row.transaction_id) return row.transaction_id;
  if (row.reference !== '') return row.reference;
  const order = /^order:(\d+)/.exec(row.ref)?.[1];
  const number = movementNumber(userId, row.wallet_version);
  if (order === undefined) return language === 'en' ? number : toBengaliDigits(number);
  const [bn, en] = [`${words.order.bn} ${toBengaliDigits(order)}`, `${words.order.en} ${order}`];
  return language === undefined ? `${bn} / ${en}` : { bn, en }[language];
}

/** Reads the lines of a period in batches. Each amount is the difference of the ledger's own balances. */
async function* readLines(deps: PapersDeps, userId: number, period: queries.Period) {
  const { db } = deps;
  let [at, balance] = [period.before, period.openingPaisa];
  for (;;) {
    const rows = await queries.listLines(db, userId, at, period.last, portion);
    yield rows.map((row) => {
      const movedPaisa = row.available_after - balance;
      balance = row.available_after;
      return { row, movedPaisa };
    });
    if (rows.length < portion) return;
    at = rows.at(-1)!.wallet_version;
  }
}

/** @throws Fault `not_found` for someone else's wallet, FieldFault for an invalid period */
async function admitStatement(
  deps: PapersDeps,
  caller: Caller,
  chosen: { from: string; to: string; user: number | undefined },
): Promise<StatementPeriod & { name: string }> {
  const { db, clock } = deps;
  const userId = chosen.user ?? caller.userId;
  const user = await queries.findOwner(db, userId);
  if (!user || !mayRead(caller, userId, 'wallets.read')) throw new Fault('not_found');
  if (chosen.from > chosen.to) throw new FieldFault({ to: ['date_order'] });
  const today = dhakaDay(clock.now());
  if (chosen.from > today) throw new FieldFault({ from: ['date_future'] });
  return { userId, from: chosen.from, to: [chosen.to, today].sort()[0]!, name: shownNameOf(user) };
}

const recordAccess = (
  reader: Reader,
  caller: Caller,
  origin: RequestOrigin,
  kind: 'receipt' | 'statement',
  ownerId: number,
  id: string | number,
) =>
  recordEvent(reader, {
    kind: `${kind}.opened`,
    ...actingPerson(caller),
    subjectId: ownerId,
    object: { kind, id },
    ip: origin.ip,
  });

const head = async (deps: PapersDeps, codes: { number: string; verificationCode: string }, madeAt: Date) => ({
  portalName: await deps.portalName(),
  madeAt,
  made: formatDateTime(madeAt),
  ...codes,
  verifyUrl: `${deps.publicOrigin}/verify/${codes.verificationCode}`,
});

async function printStatement(
  deps: PapersDeps,
  chosen: StatementPeriod & { name: string },
  period: queries.Period,
  codes: { number: string; verificationCode: string },
  madeAt: Date,
): Promise<Uint8Array> {
  const { renderer } = deps;
  const rows: PaperLine[] = [];
  let [into, out] = [0n, 0n];
  for await (const lines of readLines(deps, chosen.userId, period))
    for (const { row, movedPaisa } of lines) {
      if (movedPaisa > 0n) into += movedPaisa;
      else out -= movedPaisa;
      rows.push({
        at: formatDateTime(row.created_at).replace(/, (?=\P{Nd})/u, '\n'),
        what: nameOf(row),
        ref: refOf(row, chosen.userId),
        into: movedPaisa > 0n ? formatTaka(movedPaisa) : '',
        out: movedPaisa < 0n ? formatTaka(-movedPaisa) : '',
        after: formatTaka(row.available_after),
      });
    }
  return renderer.renderPaper({
    kind: 'statement',
    title: words.statementTitle,
    ...(await head(deps, codes, madeAt)),
    facts: [
      fact(words.labels.customer, chosen.name),
      fact(words.labels.customerNumber, toBengaliDigits(chosen.userId)),
      fact(words.labels.period, formatPeriod(dayOf(chosen.from), dayOf(chosen.to))),
      fact(words.labels.opening, formatTaka(period.openingPaisa)),
      fact(words.labels.into, formatTaka(into)),
      fact(words.labels.out, formatTaka(out)),
      fact(words.labels.closing, formatTaka(period.closingPaisa), true),
    ],
    lines: { opening: formatTaka(period.openingPaisa), closing: formatTaka(period.closingPaisa), rows },
    note: words.statementNote,
  });
}

interface StatementLine {
  time: string;
  particulars: string;
  reference?: string;
  /** Undefined for the opening and closing balance. */
  movedPaisa?: bigint;
  balancePaisa: bigint;
}

const columns: readonly Column<StatementLine>[] = [
  { ...words.labels.time, cell: (line) => line.time },
  { ...words.labels.particulars, cell: (line) => line.particulars },
  { ...words.labels.reference, cell: (line) => line.reference },
  { ...words.labels.in, cell: ({ movedPaisa = 0n }) => (movedPaisa > 0n ? formatDecimal(movedPaisa) : '') },
  {
    ...words.labels.spent,
    cell: ({ movedPaisa = 0n }) => (movedPaisa < 0n ? formatDecimal(-movedPaisa) : ''),
  },
  { ...words.labels.balance, cell: (line) => formatDecimal(line.balancePaisa) },
];

function tableOf(
  deps: PapersDeps,
  chosen: StatementPeriod,
  period: queries.Period,
  language: Language,
): Readable {
  const { opening, closing } = words.labels;
  const write = (lines: StatementLine[]) => csvRows(columns, lines, language);
  async function* table() {
    yield csvStart + csvHead(columns, language);
    yield write([{ time: chosen.from, particulars: opening[language], balancePaisa: period.openingPaisa }]);
    for await (const lines of readLines(deps, chosen.userId, period))
      yield write(
        lines.map(({ row, movedPaisa }) => ({
          time: dhakaDayAndTime(row.created_at),
          particulars: nameOf(row)[language],
          reference: refOf(row, chosen.userId, language),
          movedPaisa,
          balancePaisa: row.available_after,
        })),
      );
    yield write([{ time: chosen.to, particulars: closing[language], balancePaisa: period.closingPaisa }]);
  }
  return Readable.from(table());
}

function receiptFacts(row: queries.RechargeRow, providerName: PapersDeps['providerName']): PaperFact[] {
  const { labels } = words;
  const isPaidOut = row.kind === 'withdrawal';
  const way = wayOfAccount(row.debit_account);
  const method =
    way !== undefined && way !== 'cash'
      ? wayNames[way]
      : row.debit_account.startsWith('clearing:')
        ? providerName(row.debit_account.slice('clearing:'.length))
        : words.cash;
  return [
    fact(labels.customer, shownNameOf(row)),
    fact(labels.customerNumber, toBengaliDigits(row.owner_id)),
    fact(isPaidOut ? labels.paidOut : labels.received, formatTaka(row.amount_paisa), true),
    fact(labels.inWords, inWords(row.amount_paisa)),
    ...(row.bonus_paisa > 0n
      ? [
          fact(labels.bonus, formatTaka(row.bonus_paisa)),
          fact(labels.added, formatTaka(row.amount_paisa + row.bonus_paisa)),
        ]
      : []),
    fact(labels.method, both(method)),
    ...(row.number === '' ? [] : [fact(labels.payer, toBengaliDigits(row.number))]),
    ...(row.reference === '' ? [] : [fact(labels.reference, row.reference)]),
    fact(
      labels.transaction,
      row.transaction_id ?? toBengaliDigits(movementNumber(row.owner_id, row.wallet_version)),
    ),
    fact(labels.time, formatDateTime(row.created_at)),
    ...(row.taken_back_at === null
      ? []
      : [
          fact(
            isPaidOut ? words.correctionName('withdrawal') : labels.takenBack,
            formatDateTime(row.taken_back_at),
            true,
          ),
        ]),
    fact(labels.after, formatTaka(row.available_after)),
    // A receipt of a payout is signed by the person who took the money.
    ...(isPaidOut && row.taken_back_at === null
      ? [{ label: labels.signature, value: '', toSign: true }]
      : []),
  ];
}

/** @throws Fault `not_found` unless it is a posted recharge or withdrawal that the caller may see */
export async function makeReceipt(
  deps: PapersDeps,
  caller: Caller,
  id: string,
  origin: RequestOrigin,
): Promise<OpenedFile> {
  const { db, clock, providerName, files, renderer } = deps;
  const row = await queries.findRecharge(db, id);
  if (!row || !mayRead(caller, row.owner_id, 'wallets.read')) throw new Fault('not_found');
  const madeAt = clock.now();
  return files.issuePaper(
    {
      kind: 'receipt',
      ownerId: row.owner_id,
      about: row.taken_back_at === null ? row.id : `${row.id}:taken back`,
      ownerName: shownNameOf(row),
      madeAt,
    },
    async (codes) =>
      renderer.renderPaper({
        kind: 'receipt',
        title: row.kind === 'withdrawal' ? words.withdrawalTitle : words.receiptTitle,
        ...(await head(deps, codes, madeAt)),
        facts: receiptFacts(row, providerName),
      }),
    (reader, paperId) => recordAccess(reader, caller, origin, 'receipt', row.owner_id, paperId),
  );
}

/** @throws Fault `not_found`, `statement_too_long`; FieldFault for the days */
export async function makeStatement(
  deps: PapersDeps,
  caller: Caller,
  chosen: { from: string; to: string; user: number | undefined },
  origin: RequestOrigin,
): Promise<OpenedFile> {
  const { db, clock, files } = deps;
  const admitted = await admitStatement(deps, caller, chosen);
  const { userId, from, to, name } = admitted;
  const period = await queries.findPeriod(db, userId, from, to);
  if (period.lines > maxPrintedLines) throw new Fault('statement_too_long', { lines: maxPrintedLines });
  const madeAt = clock.now();
  const paper = await files.issuePaper(
    {
      kind: 'statement',
      ownerId: userId,
      about: `${userId}:${from}:${to}:${period.last}`,
      ownerName: name,
      madeAt,
    },
    (codes) => printStatement(deps, admitted, period, codes, madeAt),
    (reader, id) => recordAccess(reader, caller, origin, 'statement', userId, id),
  );
  return { ...paper, name: `statement-${periodInName(from, to)}.pdf` };
}

/** Makes a statement of any length as a table. @throws Fault `not_found`; FieldFault for the days */
export async function makeStatementTable(
  deps: PapersDeps,
  caller: Caller,
  chosen: { from: string; to: string; user: number | undefined },
  origin: RequestOrigin,
): Promise<{ name: string; table: Readable }> {
  const { db } = deps;
  const admitted = await admitStatement(deps, caller, chosen);
  const period = await queries.findPeriod(db, admitted.userId, admitted.from, admitted.to);
  await recordAccess(db, caller, origin, 'statement', admitted.userId, 'csv');
  return {
    name: `statement-${periodInName(admitted.from, admitted.to)}.csv`,
    table: tableOf(deps, admitted, period, origin.language),
  };
}

export function createPapers(deps: PapersDeps) {
  return bindDeps(deps, {
    receipt: makeReceipt,
    statement: makeStatement,
    statementTable: makeStatementTable,
  });
}
