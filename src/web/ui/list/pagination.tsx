// Numbered pages: a window of at most five, an ellipsis where more follow.
import { clsx } from 'clsx';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useFormat } from '../../lib/format.ts';
import { useOptimisticChoice } from '../../lib/list-address.ts';
import { pageWindow } from './page-window.ts';
import { useListText } from './text.ts';

interface PaginationProps {
  page: number;
  pageSize: number;
  count: number;
  /** There are more than were counted. */
  isMinimum?: boolean;
  onPage: (page: number) => void;
  window?: number;
}

export function Pagination({
  page: given,
  pageSize,
  count,
  isMinimum = false,
  onPage,
  window: size = 5,
}: PaginationProps) {
  const text = useListText();
  const format = useFormat();
  const [page, goTo] = useOptimisticChoice(given, onPage);
  if (count === 0) return null;
  const pages = Math.max(1, Math.ceil(count / pageSize));
  const shown = pageWindow(page, pages, size);
  const from = (page - 1) * pageSize + 1;
  const step = (to: number, label: string, icon: React.ReactNode) => {
    const isOver = to < 1 || to > pages;
    return (
      <button
        type="button"
        className="grid size-11 place-items-center rounded-md hover:bg-sunken aria-disabled:opacity-40 lg:size-10"
        aria-label={label}
        // Stays focusable, because the keyboard focus is still on it.
        aria-disabled={isOver || undefined}
        onClick={() => isOver || goTo(to)}
      >
        {icon}
      </button>
    );
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pt-4">
      <p className="text-sm text-muted" data-showing="">
        {text.showing(
          format.count(Math.min(from, count)),
          format.count(Math.min(from + pageSize - 1, count)),
          `${format.count(count)}${isMinimum ? '+' : ''}`,
        )}
      </p>
      {pages > 1 ? (
        <nav aria-label={text.pages} className="flex flex-wrap items-center">
          {step(page - 1, text.previous, <ChevronLeft className="size-5" aria-hidden="true" />)}
          {shown.map((number) => (
            <button
              key={number}
              type="button"
              aria-label={text.page(format.digits(number))}
              aria-current={number === page ? 'page' : undefined}
              className={clsx(
                'h-11 min-w-9 rounded-md px-2 sm:min-w-11 lg:h-10 lg:min-w-10',
                number === page ? 'bg-accent font-medium text-on-accent' : 'hover:bg-sunken',
              )}
              onClick={() => goTo(number)}
            >
              {format.digits(number)}
            </button>
          ))}
          {shown.at(-1)! < pages ? (
            <span className="px-1 text-muted" aria-hidden="true">
              …
            </span>
          ) : null}
          {step(page + 1, text.next, <ChevronRight className="size-5" aria-hidden="true" />)}
        </nav>
      ) : null}
    </div>
  );
}
