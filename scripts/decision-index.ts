// Generates the index of docs/decisions from the records themselves.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface DecisionRecord {
  readonly file: string;
  readonly text: string;
}

export const decisionsFolder = join(import.meta.dirname, '../docs/decisions');

export const readDecisions = (): DecisionRecord[] =>
  readdirSync(decisionsFolder)
    .filter((name) => /^\d{4}-.*\.md$/.test(name))
    .sort()
    .map((file) => ({ file, text: readFileSync(join(decisionsFolder, file), 'utf8') }));

const dateOf = (text: string) => /^Date: (\d{4}-\d\d-\d\d) *$/m.exec(text)?.[1];
const statusOf = (text: string) => /^Status: (\S.*)$/m.exec(text)?.[1]?.trim();

/** @returns the parts of template.md that a record lacks */
export function findFaults({ file, text }: DecisionRecord): string[] {
  const faults: string[] = [];
  if (!text.startsWith(`# ${file.slice(0, 4)} `))
    faults.push(`${file}: the title does not begin with the number`);
  if (!dateOf(text)) faults.push(`${file}: no line "Date: YYYY-MM-DD"`);
  if (!statusOf(text)) faults.push(`${file}: no line "Status: …"`);
  const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  if (headings.join() !== 'Context,Decision,Consequences')
    faults.push(`${file}: the headings are not Context, Decision, Consequences`);
  return faults;
}

/** @returns the records that changed an older one whose status does not mention it */
export function findUnmarked(records: readonly DecisionRecord[]): string[] {
  const statuses = new Map(records.map(({ file, text }) => [file.slice(0, 4), statusOf(text) ?? '']));
  const markedBy = (status = ''): readonly string[] =>
    /changed by ([^;]*)/.exec(status)?.[1]?.match(/\d{4}/g) ?? [];
  return [...statuses].flatMap(([number, status]) => {
    const changes = status.matchAll(
      /(?:changes|supersedes|takes the place of) .*?(?=,? (?:and )?adds to|;|$)/g,
    );
    const older = [...changes].flatMap(([clause]) => clause.match(/\d{4}/g) ?? []);
    return older
      .filter((one) => !markedBy(statuses.get(one)).includes(number))
      .map((one) => `${one}: changed by ${number}`);
  });
}

/** Lists unused numbers: they are assigned before the work, and some work leads to no decision. */
function unusedNumbers(files: readonly string[]): string[] {
  const used = new Set(files.map((file) => Number(file.slice(0, 4))));
  const newest = Math.max(...used);
  return Array.from({ length: newest }, (_, index) => index + 1)
    .filter((number) => !used.has(number))
    .map((number) => String(number).padStart(4, '0'));
}

export function withDecisionIndex(document: string, records: readonly DecisionRecord[]): string {
  const rows = records.map(({ file, text }) => {
    const title = /^# \d{4} (.+)$/m.exec(text)?.[1] ?? file;
    return `| [${file.slice(0, 4)}](${file}) | ${title} | ${dateOf(text) ?? ''} | ${statusOf(text) ?? ''} |`;
  });
  const table = ['| number | decision | date | status |', '| --- | --- | --- | --- |', ...rows].join('\n');
  const unused = unusedNumbers(records.map(({ file }) => file));
  const note =
    unused.length === 0
      ? ''
      : `\n\nThere are no records ${unused.join(', ')}: these numbers were set aside for work that turned out to need none.`;
  return document.replace(/(<!-- index -->)[\s\S]*?(<!-- \/index -->)/, `$1\n\n${table}${note}\n\n$2`);
}
