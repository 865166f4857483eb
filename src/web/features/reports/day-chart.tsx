// A chart with one bar per day, compared with the same day of the earlier period. A sentence sums it up, and a table has the same figures.
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import type { FigureName } from '#contract/reports/rules.ts';
import { Table, Td, Th } from '../../ui/list/table.tsx';
import { useReportValue, type Value } from './report-value.ts';
import { useReportsText } from './text.ts';

const [width, height] = [600, 160];

interface OneDay {
  readonly day: string;
  readonly value: Value;
}

interface DayChartProps {
  name: FigureName;
  total: { value: Value; before: Value };
  days: readonly OneDay[];
  /** The period that it is compared with, day by day. */
  before?: readonly OneDay[] | undefined;
  /** The table is elsewhere on the page. */
  withoutTable?: boolean;
  dayHead: string;
}

const heightOf = (value: Value | undefined) => Math.max(0, Number(value ?? 0));

export function DayChart({ name, total, days, before, withoutTable = false, dayHead }: DayChartProps) {
  const text = useReportsText();
  const { show, nameOf, day: dayOf } = useReportValue();
  const [chosen, choose] = useState<number>();
  const values = days.map(({ value }) => heightOf(value));
  const most = Math.max(...values, 0);
  const best = days[values.indexOf(most)];
  // Compares the figures themselves: a percentage is rounded, and does not exist for a total of zero or less.
  const change = Number(total.value) - Number(total.before);
  const compared = change === 0 ? text.same : change > 0 ? text.more : text.less;
  const shown = [nameOf(name), show(name, total.value), compared] as const;
  const sentence =
    most > 0 && best
      ? text.sentence(...shown, dayOf(best.day), show(name, best.value))
      : Number(total.value) === 0
        ? text.quiet(nameOf(name))
        : text.negative(...shown);
  const inWords = ({ day, value }: OneDay) => `${dayOf(day)}: ${show(name, value)}`;
  const reading = (at: number) => {
    const [now, then] = [days[at], before?.[at]];
    return now ? (then ? `${inWords(now)} · ${text.against(inWords(then))}` : inWords(now)) : '';
  };
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    choose((at) => Math.min(days.length - 1, Math.max(0, (at ?? days.length) + step)));
  };
  const onPoint = (event: PointerEvent) => {
    const { left, width: wide } = event.currentTarget.getBoundingClientRect();
    const at = Math.floor(((event.clientX - left) / wide) * days.length);
    choose(at >= 0 && at < days.length ? at : undefined);
  };
  return (
    <figure>
      <figcaption className="mb-2">{sentence}</figcaption>
      <p className="mb-2 min-h-6 text-sm text-muted tabular-nums" aria-hidden="true">
        {chosen !== undefined ? (
          <span className="text-ink">{reading(chosen)}</span>
        ) : (
          <Legend before={before} />
        )}
      </p>
      {/* Arrow keys step through the days, like the pointer. */}
      <div
        role="slider"
        tabIndex={0}
        aria-label={text.perDay(nameOf(name))}
        aria-valuemin={1}
        aria-valuemax={Math.max(1, days.length)}
        aria-valuenow={(chosen ?? days.length - 1) + 1}
        aria-valuetext={reading(chosen ?? days.length - 1)}
        className="touch-pan-y rounded-sm"
        onKeyDown={onKey}
        onPointerMove={onPoint}
        onPointerDown={onPoint}
        onPointerLeave={() => choose(undefined)}
        onBlur={() => choose(undefined)}
      >
        <Bars values={values} before={before?.map(({ value }) => heightOf(value)) ?? []} chosen={chosen} />
      </div>
      {days.length > 0 ? (
        <div className="mt-1 flex justify-between gap-3 text-sm text-muted" aria-hidden="true">
          <span>{dayOf(days[0]!.day)}</span>
          {days.length > 1 ? <span>{dayOf(days.at(-1)!.day)}</span> : null}
        </div>
      ) : null}
      {withoutTable ? null : (
        <details className="mt-2 print:hidden">
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-accent-text underline underline-offset-4">
            {text.asTable}
          </summary>
          <Table
            label={text.perDay(nameOf(name))}
            head={
              <>
                <Th>{dayHead}</Th>
                <Th end>{nameOf(name)}</Th>
                {before ? <Th end>{text.earlier}</Th> : null}
              </>
            }
          >
            {days.map(({ day, value }, at) => (
              <tr key={day}>
                <Td>{dayOf(day)}</Td>
                <Td end>{show(name, value)}</Td>
                {before ? <Td end>{before[at] ? show(name, before[at].value) : '—'}</Td> : null}
              </tr>
            ))}
          </Table>
        </details>
      )}
    </figure>
  );
}

function Legend({ before }: Pick<DayChartProps, 'before'>) {
  const text = useReportsText();
  if (!before) return text.pointAtDay;
  return (
    <span className="flex flex-wrap gap-x-4">
      <span className="inline-flex items-center gap-1.5">
        <span className="size-3 bg-accent [print-color-adjust:exact]" />
        {text.thisPeriod}
      </span>
      <span className="inline-flex items-center gap-1.5">
        <span className="h-0.5 w-4 bg-warn [print-color-adjust:exact]" />
        {text.earlier}
      </span>
    </span>
  );
}

interface BarsProps {
  values: readonly number[];
  before: readonly number[];
  chosen: number | undefined;
}

function Bars({ values, before, chosen }: BarsProps) {
  const most = Math.max(...values, ...before, 0);
  const step = width / Math.max(1, values.length);
  const tall = (value: number) => (most === 0 ? 0 : (value / most) * (height - 4));
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="block h-40 w-full"
    >
      {[0, 0.5, 1].map((at) => (
        <line
          key={at}
          x1="0"
          x2={width}
          y1={height - 1 - at * (height - 4)}
          y2={height - 1 - at * (height - 4)}
          className="stroke-line"
          vectorEffect="non-scaling-stroke"
        />
      ))}
      {values.map((value, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the days stand in their order
        <g key={at}>
          {at === chosen ? (
            <rect x={at * step} y="0" width={step} height={height} className="fill-sunken" />
          ) : null}
          <rect
            x={at * step + step * 0.12}
            y={height - 1 - tall(value)}
            width={step * 0.76}
            height={tall(value)}
            className="fill-accent"
          />
          {before[at] ? (
            <line
              x1={at * step + step * 0.04}
              x2={at * step + step * 0.96}
              y1={height - 1 - tall(before[at])}
              y2={height - 1 - tall(before[at])}
              strokeWidth="2"
              className="stroke-warn"
              vectorEffect="non-scaling-stroke"
            />
          ) : null}
        </g>
      ))}
    </svg>
  );
}
