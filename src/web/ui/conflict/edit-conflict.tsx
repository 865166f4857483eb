// An edit conflict: another user has saved what is being edited. Shows their version next to the edited one and leaves the choice to the user.
import { useEffect, useRef } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { Button } from '../button.tsx';
import { Callout } from '../surface.tsx';

const words = {
  bn: {
    at: (when: string) => `বদলানো হয়েছে ${when}`,
    now: 'এখন আছে',
    mine: 'আপনার লেখা',
    nothing: 'কিছু নেই',
    yes: 'হ্যাঁ',
    no: 'না',
    take: 'নতুনটি নিন',
    keep: 'আমারটি রাখুন',
  },
  en: {
    at: (when: string) => `Changed ${when}`,
    now: 'Now',
    mine: 'Yours',
    nothing: 'nothing',
    yes: 'Yes',
    no: 'No',
    take: 'Use theirs',
    keep: 'Keep mine',
  },
} as const;

type Shown = string | boolean;

export interface Clash {
  label: string;
  now: Shown;
  /** The user's own value, if they changed it; otherwise the other value is kept in any case. */
  mine?: Shown | undefined;
}

interface EditConflictProps {
  /** Says who saved first. */
  text: string;
  at?: string | undefined;
  clashes: readonly Clash[];
  /** Set if it appears after a press rather than while the user types: then it may be scrolled to. */
  afterPress?: boolean;
  onTake: () => void;
  onKeep: () => void;
}

export function EditConflict({ text, at, clashes, afterPress = false, onTake, onKeep }: EditConflictProps) {
  const ways = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (afterPress) ways.current?.scrollIntoView?.({ block: 'nearest' });
  }, [afterPress]);
  const format = useFormat();
  const say = words[useLanguage()];
  const show = (value: Shown) =>
    typeof value === 'boolean' ? (value ? say.yes : say.no) : value.trim() === '' ? say.nothing : value;
  return (
    <Callout tone="warn" role="alert">
      <p>{text}</p>
      {at ? <p className="text-sm text-muted">{say.at(format.dateTime(at))}</p> : null}
      <ul className="mt-2 space-y-2">
        {clashes.map(({ label, now, mine }) => (
          <li key={label} className="wrap-anywhere">
            <span className="block font-medium">{label}</span>
            <span className="grid gap-x-4 text-sm sm:grid-cols-2">
              <span className="whitespace-pre-line">
                <span className="text-muted">{say.now}:</span> {show(now)}
              </span>
              {mine === undefined ? null : (
                <span className="whitespace-pre-line">
                  <span className="text-muted">{say.mine}:</span> {show(mine)}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
      <div ref={ways} className="mt-3 flex flex-wrap gap-2">
        <Button variant="quiet" size="small" onClick={onTake}>
          {say.take}
        </Button>
        <Button variant="quiet" size="small" onClick={onKeep}>
          {say.keep}
        </Button>
      </div>
    </Callout>
  );
}
