// What an act changed, and the address under which its line is found again.
import type { TrailEntry } from '#contract/security.ts';
import { useFormat } from '../../lib/format.ts';
import { usePeopleText } from '../../text/people.ts';
import { useServicesText } from '../../text/services.ts';
import { useShopText } from '../../text/shop.ts';
import { CopyButton } from '../../ui/copy-button.tsx';

interface Move {
  name: string;
  before: string;
  after: string;
}

/** The trail keeps a change as `before → after` by name, or as two details of these names. */
function movesOf(details: TrailEntry['details']): Move[] {
  const { before, after, ...rest } = details;
  const named = Object.entries(rest).flatMap(([name, value]) => {
    const [from, to] = String(value).split(' → ', 2);
    return to === undefined ? [] : [{ name, before: from!, after: to }];
  });
  return before === undefined || after === undefined
    ? named
    : [{ name: '', before: String(before), after: String(after) }, ...named];
}

export function ActivityMore({ entry }: { entry: TrailEntry }) {
  const { activity: text } = usePeopleText();
  const fields: Readonly<Record<string, string>> = {
    ...useServicesText().past.fields,
    ...useShopText().settings.fields,
  };
  const format = useFormat();
  /** Lists are kept as JSON. */
  const show = (value: string) => format.digits(value.replace(/[[\]"]/g, '').replaceAll(',', ', ')) || '—';
  return (
    <>
      {movesOf(entry.details).map(({ name, before, after }) => (
        <div key={name} className="mt-1 text-sm break-words">
          {fields[name] ? <p className="font-medium">{fields[name]}</p> : null}
          <p className="text-muted">
            {text.before}: {show(before)}
          </p>
          <p>
            {text.after}: {show(after)}
          </p>
        </div>
      ))}
      <div className="mt-2 -ml-3.5">
        <CopyButton
          text={`${window.location.origin}/admin/users/activity?id=${entry.id}`}
          label={text.permalink}
        />
      </div>
    </>
  );
}
