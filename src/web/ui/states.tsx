// What a page or list shows while loading.
import { clsx } from 'clsx';
import { useUiText } from './text.ts';

export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={clsx('shimmer rounded-md', className)} />;
}

export function SkeletonRows({ rows = 5, className }: { rows?: number; className?: string }) {
  const text = useUiText();
  return (
    <div role="status" className={clsx('space-y-3', className)}>
      <span className="sr-only">{text.common.loading}</span>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
        <Skeleton key={index} className="h-14" />
      ))}
    </div>
  );
}
