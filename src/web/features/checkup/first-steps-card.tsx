// On the dashboard of owners while a new shop is not set up: how far they are, and the way on.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormat } from '../../lib/format.ts';
import { button } from '../../ui/button.tsx';
import { Card } from '../../ui/surface.tsx';
import { firstStepsQuery } from './queries.ts';
import { useCheckupText } from './text.ts';

export function FirstStepsCard() {
  const { steps: text } = useCheckupText();
  const format = useFormat();
  const { data } = useQuery(firstStepsQuery());
  if (!data || data.left === 0) return null;
  return (
    <Card className="mb-4">
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
