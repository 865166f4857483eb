// Checks the work report, computing each figure from the raw orders: for the period and the previous one, in total and for every row.
import { asOwner } from '../../../support/database.ts';
import type { Body, Footing } from './cross-footing.ts';
import { dayIn } from './independent-sums.ts';

interface Done {
  service_id: number;
  by: number;
  created_on: Date;
  taken_at: Date | null;
  completed_at: Date;
  due_on: Date;
  is_again: boolean;
}

const meanMinutes = (ms: readonly number[]) =>
  ms.length === 0 ? null : Math.round(ms.reduce((sum, one) => sum + one, 0) / ms.length / 60_000);
const share = (rows: readonly Done[], is: (row: Done) => boolean) =>
  rows.length === 0 ? null : Math.round((rows.filter(is).length / rows.length) * 1000) / 10;

const timesOf = (rows: readonly Done[]) => ({
  completed: rows.length,
  waiting: meanMinutes(rows.map((row) => Number(row.taken_at ?? row.completed_at) - Number(row.created_on))),
  working: meanMinutes(
    rows.flatMap(({ taken_at, completed_at }) => (taken_at ? Number(completed_at) - Number(taken_at) : [])),
  ),
  in_time: share(rows, (row) => row.completed_at <= row.due_on),
  reopened: share(rows, (row) => row.is_again),
});
const valuesOf = (rows: readonly Done[]) => Object.values(timesOf(rows)).join();

export async function checkWork(
  { same, read }: Footing,
  ownerUrl: string,
  [from, to]: readonly [from: string, to: string],
): Promise<void> {
  const done = await asOwner<Done & Record<string, unknown>>(
    ownerUrl,
    `select service_id, t.actor_id as by, created_on, taken_at, completed_at, due_on, uploaded_again_at is not null or round > 1 as is_again
       from orders o join ledger_transfers t on t.id = o.settled_by where status = 'completed'`,
  );
  const report = await read(`/account/admin/reports/performance/?from=${from}&to=${to}`);
  const within = (days: { from: string; to: string }) =>
    done.filter((row) => dayIn(row.completed_at) >= days.from && dayIn(row.completed_at) <= days.to);
  const [now, before] = [within(report), within(report.before)];
  const figure = (name: string) => report.figures.find((one: Body) => one.name === name);
  for (const [name, value] of Object.entries(timesOf(now)))
    same(`work ${from} to ${to}: ${name}`, figure(name).value, value);
  for (const [name, value] of Object.entries(timesOf(before)))
    same(`work before ${from} to ${to}: ${name}`, figure(name).before, value);
  const rowsBy = (name: string) => report.groups.find((group: Body) => group.name === name).rows;
  for (const { label, values } of rowsBy('day'))
    same(`work of ${label}`, values.join(), valuesOf(now.filter((row) => dayIn(row.completed_at) === label)));
  for (const [name, key] of [
    ['service', 'service_id'],
    ['operator', 'by'],
  ] as const)
    same(
      `work ${from} to ${to} by ${name}`,
      rowsBy(name)
        .map(({ values }: Body) => values.join())
        .sort()
        .join(' '),
      [...Map.groupBy(now, (row) => row[key]).values()].map(valuesOf).sort().join(' '),
    );
}
