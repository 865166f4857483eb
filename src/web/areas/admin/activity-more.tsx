// What an act changed, and the address under which its line is found again.
import { EyeOff } from 'lucide-react';
import { useState } from 'react';
import { hasRight } from '#contract/access.ts';
import type { TrailEntry } from '#contract/security.ts';
import { fieldInWords, valueInWords } from '#contract/trail-words.ts';
import { ReasonDialog } from '../../features/accounts/reason-dialog.tsx';
import { call } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useUser } from '../../lib/session.ts';
import { useOfficeText } from '../../text/office.ts';
import { usePeopleText } from '../../text/people.ts';
import { Button } from '../../ui/button.tsx';
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

export function ActivityMore({
  entry,
  isOpened,
  onOpened,
}: {
  entry: TrailEntry;
  isOpened: boolean;
  onOpened: (entry: TrailEntry) => void;
}) {
  const { openLine } = useOfficeText();
  const { roles } = useUser();
  const [asking, setAsking] = useState(false);
  const { activity: text } = usePeopleText();
  const language = useLanguage();
  const format = useFormat();
  /** Lists are kept as JSON; codes as they are. */
  const say = (name: string, value: string) =>
    format.digits(
      valueInWords(entry.kind, name, value, language)
        .replace(/[[\]"]/g, '')
        .replace(/,(?! )/g, ', '),
    ) || '—';
  return (
    <>
      {movesOf(entry.details).map(({ name, before, after }) => (
        <div key={name} className="mt-1 text-sm break-words">
          {fieldInWords(name, language) ? (
            <p className="font-medium">{fieldInWords(name, language)}</p>
          ) : null}
          <p className="text-muted">
            {text.before}: {say(name, before)}
          </p>
          <p>
            {text.after}: {say(name, after)}
          </p>
        </div>
      ))}
      {isOpened ? <p className="mt-1 text-sm text-warn">{openLine.opened}</p> : null}
      <div className="mt-2 -ml-3.5 flex flex-wrap items-center gap-x-2">
        <CopyButton
          text={`${window.location.origin}/admin/users/activity?id=${entry.id}`}
          label={text.permalink}
        />
        {entry.masked && hasRight(roles, 'trail.open') ? (
          <Button look="bare" size="small" onClick={() => setAsking(true)}>
            <EyeOff className="size-4" aria-hidden="true" />
            {openLine.action}
          </Button>
        ) : null}
      </div>
      {asking ? (
        <ReasonDialog
          title={openLine.title}
          description={openLine.text}
          confirmLabel={openLine.start}
          failed={openLine.failed}
          onClose={() => setAsking(false)}
          onGiven={async ({ reason }) => {
            onOpened(
              await call('POST /account/activity/:id/open/', { params: { id: entry.id }, body: { reason } }),
            );
            setAsking(false);
          }}
        />
      ) : null}
    </>
  );
}
