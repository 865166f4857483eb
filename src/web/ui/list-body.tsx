// What stands below the filters of a list: rows and pager, or why there are none and what to do then.
import type { UseQueryResult } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect } from 'react';
import { notify } from '../lib/notify.ts';
import { useText } from '../text/text.ts';
import { Button } from './button.tsx';
import { Pagination } from './pagination.tsx';
import { EmptyState, ErrorState, SkeletonRows } from './states.tsx';

interface ListBodyProps<T> {
  list: Pick<
    UseQueryResult<{ results: T[]; count: number }>,
    'data' | 'isError' | 'isPlaceholderData' | 'refetch'
  >;
  pager: Omit<ComponentProps<typeof Pagination>, 'count'>;
  failed: string;
  /** A failure is told in the corner too. */
  toast?: boolean;
  empty: ComponentProps<typeof EmptyState>;
  /** In place of `empty` while something narrows the list. */
  notFound?: { title: string; hint?: string; onClear: () => void } | false;
  skeletonRows?: number;
  children: (rows: T[]) => ReactNode;
}

export function ListBody<T>({ list, pager, failed, toast = false, ...rest }: ListBodyProps<T>) {
  const { data, isError, isPlaceholderData, refetch } = list;
  const text = useText();
  useEffect(() => {
    if (isError && toast) notify.error(failed);
  }, [isError, toast, failed]);
  if (isError) return <ErrorState title={failed} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={rest.skeletonRows ?? 8} />;
  if (data.results.length === 0) {
    if (!rest.notFound) return <EmptyState {...rest.empty} />;
    const { onClear, ...words } = rest.notFound;
    return (
      <EmptyState {...words} icon={<SearchX />}>
        <Button look="quiet" onClick={onClear}>
          {text.common.clearSearch}
        </Button>
      </EmptyState>
    );
  }
  return (
    <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : undefined}>
      {rest.children(data.results)}
      <Pagination {...pager} count={data.count} />
    </div>
  );
}
