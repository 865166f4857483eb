// What is waiting to be sent: a count in the header that opens the entries, which can be viewed, changed or cancelled before they are sent.
import { useNavigate } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { CloudUpload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { useUser } from '../../../lib/session.ts';
import { useStore } from '../../../lib/store.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/dialog.tsx';
import { Badge, Callout } from '../../../ui/surface.tsx';
import { putDraft } from '../../drafts/draft.ts';
import type { Entry } from './outbox.ts';
import { outboxEntries } from './outbox-entries.ts';
import { cancelEntry, lastSent, sendEntryAgain, startOutbox } from './outbox-sender.ts';
import { useOutboxText } from './text.ts';

export default function OutboxButton() {
  const text = useOutboxText();
  const format = useFormat();
  const { id } = useUser();
  const entries = useStore(outboxEntries);
  const sent = useStore(lastSent);
  const [isOpen, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person has another outbox
  useEffect(() => startOutbox(), [id]);
  const stuck = entries.filter(({ state }) => state !== 'waiting');
  const isStuck = stuck.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has gone hides nothing that has not
  useEffect(() => {
    if (sent !== undefined && !isStuck) notify.success(text.sent(sent));
  }, [sent, text]);
  const told = useRef<readonly string[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once of each, and not where it is seen
  useEffect(() => {
    const unsaid = stuck.find((entry) => !told.current.includes(entry.id));
    if (unsaid && !isOpen) notify.error(text.stuck(unsaid.intent.title));
    told.current = stuck.map((entry) => entry.id);
  }, [entries]);
  if (entries.length === 0 && !isOpen) return null;
  const count = text.count(format.digits(entries.length));
  const label = isStuck ? `${text.states.aside}: ${format.digits(stuck.length)} · ${count}` : count;
  return (
    <>
      <button
        type="button"
        title={label}
        className={clsx(
          'flex min-h-11 min-w-11 items-center justify-center gap-1 rounded-full px-2',
          isStuck ? 'bg-bad-soft text-bad' : 'bg-warn-soft text-warn',
        )}
        onClick={() => setOpen(true)}
      >
        <CloudUpload className="size-5" aria-hidden="true" />
        <span aria-hidden="true" className="font-semibold tabular-nums">
          {`${format.digits(entries.length)}${isStuck ? '!' : ''}`}
        </span>
        <span className="sr-only">{label}</span>
      </button>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={text.title}>
        <div className="space-y-4 p-5">
          <p className="text-muted">{entries.length === 0 ? text.empty : text.hint}</p>
          <ul className="space-y-3">
            {entries.map((entry) => (
              <Waiting key={entry.id} entry={entry} onLeave={() => setOpen(false)} />
            ))}
          </ul>
        </div>
      </Sheet>
    </>
  );
}

function Waiting({ entry, onLeave }: { entry: Entry; onLeave: () => void }) {
  const text = useOutboxText();
  const format = useFormat();
  const { intent, state, isTried } = entry;
  return (
    <li className="rounded-lg border border-line p-4">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span className="min-w-0 font-medium break-words">{intent.title}</span>
        <Badge tone={state === 'waiting' ? 'neutral' : 'warn'}>
          {isTried ? text.states.tried : text.states[state]}
        </Badge>
      </p>
      <dl className="mt-2 text-sm">
        {intent.facts.map(([name, value]) => (
          <div key={name} className="flex flex-wrap gap-x-2">
            <dt className="text-muted">{name}:</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-1 text-sm text-muted">{format.dateTime(new Date(entry.at))}</p>
      <Trouble entry={entry} />
      <Acts entry={entry} onLeave={onLeave} />
    </li>
  );
}

function Trouble({ entry: { state, price, words, intent, isTried } }: { entry: Entry }) {
  const text = useOutboxText();
  const format = useFormat();
  const shown = intent.body.shown_price;
  const said =
    state === 'asks'
      ? text.asks(format.taka(price), typeof shown === 'string' ? format.taka(shown) : '—')
      : state === 'refused'
        ? words
        : state === 'doubtful' || state === 'aside'
          ? text[state]
          : isTried
            ? text.tried
            : '';
  return said === '' ? null : (
    <Callout tone="warn" className="mt-3">
      {said}
    </Callout>
  );
}

function Acts({ entry, onLeave }: { entry: Entry; onLeave: () => void }) {
  const text = useOutboxText();
  const navigate = useNavigate();
  const { id: userId } = useUser();
  const { intent, state, isTried } = entry;
  const { form } = intent;

  async function take(isChange: boolean) {
    const taken = await cancelEntry(entry.id);
    if (!taken) return notify.error(text.onItsWay);
    if (!isChange || !form) return notify.success(text.takenBack);
    putDraft(userId, form.draft, form.values);
    onLeave();
    await navigate({ href: form.path });
  }
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {state === 'waiting' ? null : (
        <Button size="small" onClick={() => void sendEntryAgain(entry)}>
          {state === 'asks' ? text.agree : entry.isReused ? text.both : text.again}
        </Button>
      )}
      {form && !isTried ? (
        <Button size="small" variant="quiet" onClick={() => void take(true)}>
          {text.change}
        </Button>
      ) : null}
      {isTried ? null : (
        <Button size="small" variant="dangerQuiet" onClick={() => void take(false)}>
          {text.takeBack}
        </Button>
      )}
    </div>
  );
}
