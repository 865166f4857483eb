// One bar a day, with a sentence that sums it up and the same figures as a table.
import type { FigureName } from '#contract/reports/rules.ts';
import { Table, Td, Th } from '../../ui/list/table.tsx';
import { useReportValue, type Value } from './report-value.ts';
import { useReportsText } from './text.ts';

const [width, height] = [600, 160];

interface DayChartProps {
  name: FigureName;
  total: { value: Value; growth: number | null };
  days: readonly { day: string; value: Value }[];
  /** The table is elsewhere on the page. */
  withoutTable?: boolean;
  dayHead: string;
}

export function DayChart({ name, total, days, withoutTable = false, dayHead }: DayChartProps) {
  const text = useReportsText();
  const { show, nameOf, day: dayOf } = useReportValue();
  const values = days.map(({ value }) => Math.max(0, Number(value ?? 0)));
  const most = Math.max(...values, 0);
  const best = days[values.indexOf(most)];
  const { growth } = total;
  const compared = growth === null || growth === 0 ? text.same : growth > 0 ? text.more : text.less;
  const sentence =
    most === 0 || !best
      ? text.quiet(nameOf(name))
      : text.sentence(
          nameOf(name),
          show(name, total.value),
          compared,
          dayOf(best.day),
          show(name, best.value),
        );
  const step = width / Math.max(1, days.length);
  return (
    <figure>
      <figcaption className="mb-3">{sentence}</figcaption>
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
        {values.map((value, i) => {
          const tall = most === 0 ? 0 : (value / most) * (height - 4);
          return (
            <rect
              key={days[i]!.day}
              x={i * step + step * 0.12}
              y={height - 1 - tall}
              width={step * 0.76}
              height={tall}
              className="fill-accent"
            >
              <title>{`${dayOf(days[i]!.day)}: ${show(name, days[i]!.value)}`}</title>
            </rect>
          );
        })}
      </svg>
      {days.length > 0 ? (
        <div className="mt-1 flex justify-between gap-3 text-sm text-muted" aria-hidden="true">
          <span>{dayOf(days[0]!.day)}</span>
          {days.length > 1 ? <span>{dayOf(days.at(-1)!.day)}</span> : null}
        </div>
      ) : null}
      {withoutTable ? null : (
        <details className="mt-2">
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-accent-text underline underline-offset-4">
            {text.asTable}
          </summary>
          <Table
            label={text.perDay(nameOf(name))}
            head={
              <>
                <Th>{dayHead}</Th>
                <Th end>{nameOf(name)}</Th>
              </>
            }
          >
            {days.map(({ day, value }) => (
              <tr key={day}>
                <Td>{dayOf(day)}</Td>
                <Td end>{show(name, value)}</Td>
              </tr>
            ))}
          </Table>
        </details>
      )}
    </figure>
  );
}
