// Formats the figures of a report for the screen.
import type { Language } from '#contract/language.ts';
import { type FigureName, inHours, reportFigures } from '#contract/reports/rules.ts';
import type { Format } from '../../lib/format.ts';
import { useFormat } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';

export type Value = string | number | null;

function show(format: Format, language: Language, name: FigureName, value: Value): string {
  if (value === null) return '—';
  const { unit } = reportFigures[name];
  if (unit === 'taka') return format.taka(value);
  if (unit === 'minutes') return format.digits(inHours(Number(value), language));
  if (unit === 'percent') return format.digits(`${value}%`);
  return format.count(Number(value));
}

export function useReportValue() {
  const format = useFormat();
  const language = useLanguage();
  return {
    show: (name: FigureName, value: Value) => show(format, language, name, value),
    nameOf: (name: FigureName) => reportFigures[name][language],
    language,
    format,
    day: format.day,
  };
}
