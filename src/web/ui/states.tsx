// What a list shows while loading, or when empty.
import { clsx } from 'clsx';
import { Inbox } from 'lucide-react';
import type { ReactNode } from 'react';
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

interface EmptyProps {
  title: string;
  hint?: ReactNode;
  icon?: ReactNode;
  children?: ReactNode;
}

export function EmptyState({ title, hint, icon, children }: EmptyProps) {
  return (
    <div className="flex flex-col items-center px-4 py-10 text-center">
      <div
        className="mb-3 grid size-14 place-items-center rounded-full bg-sunken text-muted [&_svg]:size-6"
        aria-hidden="true"
      >
        {icon ?? <Inbox />}
      </div>
      <p className="font-medium">{title}</p>
      {hint ? <p className="max-w-sm text-muted">{hint}</p> : null}
      {children ? <div className="mt-4 flex flex-wrap justify-center gap-2">{children}</div> : null}
    </div>
  );
}
