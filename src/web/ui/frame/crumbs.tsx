// Breadcrumbs: the pages above this one as links, then its own name on one line.
import { Link, type LinkProps } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';

interface CrumbsProps {
  label: string;
  above: readonly { to: NonNullable<LinkProps['to']>; label: string }[];
  current: string;
}

export function Crumbs({ label, above, current }: CrumbsProps) {
  return (
    <nav aria-label={label} className="mb-2">
      <ol className="flex items-center gap-1 text-sm cramped:flex-wrap">
        {above.map(({ to, label: words }) => (
          <li key={to} className="flex shrink-0 items-center gap-1">
            <Link
              to={to}
              className="inline-flex min-h-11 items-center text-accent-text underline decoration-1 underline-offset-4"
            >
              {words}
            </Link>
            <ChevronRight className="size-4 text-muted" aria-hidden="true" />
          </li>
        ))}
        <li aria-current="page" className="truncate text-muted cramped:whitespace-normal">
          {current}
        </li>
      </ol>
    </nav>
  );
}
