// A report as a table for spreadsheets, in the language of the screen, and as a printed paper, in both.

import { createHash } from 'node:crypto';
import { formatDate, formatDateTime, startOfDhakaDay } from '#contract/dates/dates.ts';
import { formatPeriod, periodInName } from '#contract/dates/periods.ts';
import { formatCount, toBengaliDigits } from '#contract/digits.ts';
import type { Language } from '#contract/language.ts';
import { formatTaka, parseTaka } from '#contract/money.ts';
import type { Report } from '#contract/reports/calls.ts';
import {
  type FigureName,
  groupWords,
  inHours,
  noneWords,
  paperWords,
  type ReportName,
  reportFigures,
  reportRules,
} from '#contract/reports/rules.ts';
import { recordEvent } from '../../audit-log/record-event.ts';
import type { OpenedFile } from '../../files/open-file.service.ts';
import { bindDeps } from '../../platform/bind-deps.ts';
import { csvLine, csvStart } from '../../platform/csv.ts';
import type { Reader } from '../../platform/database/connect.ts';
import type { Caller, RequestOrigin } from '../../platform/request/caller.ts';
import type { PapersDeps } from '../papers.service.ts';
import type { Days } from '../period.rules.ts';
import type { ShopReports } from './shop-reports.service.ts';

const dayOf = (day: string) => formatDate(startOfDhakaDay(day));
type Value = string | number | null;

function printed(name: FigureName, value: Value): string {
  if (value === null) return '—';
  switch (reportFigures[name].unit) {
    case 'taka': {
      const text = String(value);
      const paisa = parseTaka(text.replace('-', '')) ?? 0n;
      return formatTaka(text.startsWith('-') ? -paisa : paisa);
    }
    case 'minutes':
      return toBengaliDigits(inHours(Number(value), 'bn'));
    case 'percent':
      return toBengaliDigits(`${value}%`);
    default:
      return formatCount(Number(value));
  }
}

const columnsOf = (report: Report, group: Report['groups'][number]['name']) =>
  reportRules[report.report].groups[group] ?? [];

/** Returns the heading of a figure with its unit, which the numbers of a table lack. */
function headOf(name: FigureName, language: Language): string {
  const { unit, [language]: words } = reportFigures[name];
  if (unit === 'minutes') return `${words} (${paperWords.minute[language]})`;
  return unit === 'percent' ? `${words} (%)` : words;
}

function tableOf(report: Report, language: Language): string {
  const { figure, now, before } = paperWords;
  const rules = reportRules[report.report];
  return [
    csvStart,
    csvLine([rules[language], report.from, report.to]),
    csvLine([
      figure[language],
      now[language],
      `${before[language]} (${formatPeriod(report.before.from, report.before.to)})`,
    ]),
    ...report.figures.map(({ name, value, before }) => csvLine([headOf(name, language), value, before])),
    ...report.groups.flatMap(({ name, rows }) => [
      csvLine([]),
      csvLine([
        groupWords[name].head[language],
        ...columnsOf(report, name).map((column) => headOf(column, language)),
      ]),
      ...rows.map(({ label, values }) => csvLine([label || noneWords[name][language], ...values])),
    ]),
    csvLine([]),
    csvLine([rules.basis[language]]),
  ].join('');
}

export interface ShopPapersDeps extends Omit<PapersDeps, 'providerName'> {
  readonly reports: ShopReports;
}

const recordReport = (
  reader: Reader,
  caller: Caller,
  origin: RequestOrigin,
  name: ReportName,
  days: Days,
  format: string,
) =>
  recordEvent(reader, {
    kind: 'report.taken',
    actorId: caller.userId,
    object: { kind: 'report', id: name },
    details: { from: days.from, to: days.to, format },
    ip: origin.ip,
  });

/** @throws FieldFault for the days */
export async function makeReportTable(
  deps: ShopPapersDeps,
  caller: Caller,
  name: ReportName,
  days: Days,
  origin: RequestOrigin,
) {
  const { db, reports } = deps;
  const report = await reports.read(name, days, origin.language);
  await recordReport(db, caller, origin, name, days, 'csv');
  return {
    name: `${name}-${periodInName(report.from, report.to)}.csv`,
    table: tableOf(report, origin.language),
  };
}

/** Prints a report; the same figures give the same paper. @throws FieldFault for the days */
export async function makeReportPaper(
  deps: ShopPapersDeps,
  caller: Caller,
  name: ReportName,
  days: Days,
  origin: RequestOrigin,
): Promise<OpenedFile> {
  const { reports, clock, portalName, files, renderer, publicOrigin } = deps;
  const report = await reports.read(name, days);
  const rules = reportRules[name];
  const [madeAt, shopName] = [clock.now(), await portalName()];
  const about = createHash('sha256').update(JSON.stringify(report)).digest('base64url');
  const paper = await files.issuePaper(
    {
      kind: 'report',
      ownerId: caller.userId,
      about: `${name}:${about}`,
      ownerName: paperWords.shop.bn,
      madeAt,
    },
    (codes) =>
      renderer.renderPaper({
        kind: 'report',
        title: { bn: rules.bn, en: rules.en },
        portalName: shopName,
        madeAt,
        made: formatDateTime(madeAt),
        ...codes,
        verifyUrl: `${publicOrigin}/verify/${codes.verificationCode}`,
        facts: [
          {
            label: paperWords.period,
            value: formatPeriod(dayOf(report.from), dayOf(report.to)),
          },
          ...report.figures.slice(0, 1).map(({ name: figure, value }) => ({
            label: reportFigures[figure],
            value: printed(figure, value),
            strong: true,
          })),
        ],
        note: rules.basis,
        tables: [
          {
            title: rules,
            heads: [paperWords.figure, paperWords.now, paperWords.before],
            rows: report.figures.map(({ name: figure, value, before }) => [
              reportFigures[figure].bn,
              printed(figure, value),
              printed(figure, before),
            ]),
          },
          ...report.groups.map((group) => ({
            title: { bn: groupWords[group.name].bn, en: groupWords[group.name].en },
            heads: [
              groupWords[group.name].head,
              ...columnsOf(report, group.name).map((column) => reportFigures[column]),
            ],
            rows: group.rows.map(({ label, values }) => [
              group.name === 'day' ? dayOf(label) : label || noneWords[group.name].bn,
              ...values.map((value, i) => printed(columnsOf(report, group.name)[i]!, value)),
            ]),
          })),
        ],
      }),
    (reader) => recordReport(reader, caller, origin, name, days, 'pdf'),
  );
  return { ...paper, name: `${name}-${periodInName(report.from, report.to)}.pdf` };
}

export function createShopPapers(deps: ShopPapersDeps) {
  return bindDeps(deps, { table: makeReportTable, paper: makeReportPaper });
}
