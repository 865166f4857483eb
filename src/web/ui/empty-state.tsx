// Shown by a page or list that has nothing to show.
import { Inbox } from 'lucide-react';
import type { ReactNode } from 'react';

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
