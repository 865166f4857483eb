// On the dashboard of owners until a new shop is set up: their progress, and a link to the next step.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { firstSteps } from '#contract/checkup/rules.ts';
import { useFormat } from '../../lib/format.ts';
import { readStored, writeStored } from '../../lib/storage/stored.ts';
import { button } from '../../ui/button.tsx';
import { Card } from '../../ui/surface.tsx';
import { firstStepsQuery } from './queries.ts';
import { useCheckupText } from './text.ts';

/** Stored on this device once no step is left, so that space is reserved for the card only where it may appear. */
const doneKey = 'first_steps_done';

export function FirstStepsCard() {
  const { steps: text } = useCheckupText();
  const format = useFormat();
  const { data: answer, isError } = useQuery(firstStepsQuery());
  const isDone = answer ? answer.left === 0 : isError || readStored(doneKey) !== null;
  useEffect(() => {
    if (answer) writeStored(doneKey, answer.left === 0 ? 'yes' : null);
  }, [answer]);
  if (isDone) return null;
  const data = answer ?? { left: firstSteps.length, count: firstSteps.length };
  return (
    <Card className={answer ? 'mb-4' : 'mb-4 *:invisible'}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 className="font-semibold">{text.title}</h2>
          <p className="text-muted">
            {text.progress(format.count(data.count - data.left), format.count(data.count))}
          </p>
        </div>
        <Link to="/admin/first-steps" className={button({ size: 'small' })}>
          {text.goOn}
        </Link>
      </div>
      <Progress done={data.count - data.left} all={data.count} />
    </Card>
  );
}

export function Progress({ done, all }: { done: number; all: number }) {
  const { steps: text } = useCheckupText();
  return (
    <progress
      aria-label={text.title}
      value={done}
      max={all}
      className="mt-3 block h-2 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
    />
  );
}
