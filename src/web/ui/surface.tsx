// Plain surfaces: card, badge, callout, page heading, name-and-value rows.
import { cva, type VariantProps } from 'class-variance-authority';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface CardProps {
  children: ReactNode;
  className?: string;
  title?: ReactNode;
  aside?: ReactNode;
  description?: ReactNode;
}

export function Card({ children, className, title, aside, description }: CardProps) {
  return (
    <section
      className={clsx(
        'min-w-0 rounded-lg border border-line bg-surface p-4 shadow-card cramped:p-[0.6rem] sm:p-6 print:p-2',
        className,
      )}
    >
      {title ? (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 sm:items-start">
          {/* On a phone the description goes below both instead of next to the other one. */}
          <div className="min-w-0 grow basis-40 max-sm:contents">
            <h2 className="min-w-0 grow basis-40 text-lg">{title}</h2>
            {description ? <p className="order-last basis-full text-sm text-muted">{description}</p> : null}
          </div>
          {aside}
        </div>
      ) : null}
      {children}
    </section>
  );
}

const badgeClass = cva(
  'inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-sm font-medium whitespace-nowrap cramped:whitespace-normal',
  {
    variants: {
      tone: {
        neutral: 'bg-sunken text-muted',
        accent: 'bg-accent-soft text-accent-text',
        good: 'bg-good-soft text-good',
        warn: 'bg-warn-soft text-warn',
        bad: 'bg-bad-soft text-bad',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
);

export type Tone = NonNullable<VariantProps<typeof badgeClass>['tone']>;

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={badgeClass({ tone })}>{children}</span>;
}

const calloutTones = {
  accent: 'border-accent bg-accent-soft',
  good: 'border-good bg-good-soft',
  warn: 'border-warn bg-warn-soft',
  bad: 'border-bad bg-bad-soft',
} as const;

interface NoticeProps {
  tone: keyof typeof calloutTones;
  children: ReactNode;
  className?: string;
  role?: 'alert' | 'status';
}

export function Callout({ tone, children, className, role }: NoticeProps) {
  return (
    <div
      role={role}
      className={clsx('rounded-md border-l-4 px-4 py-3 text-ink', calloutTones[tone], className)}
    >
      {children}
    </div>
  );
}

export function PageHeading({
  title,
  hint,
  children,
}: {
  title: ReactNode;
  hint?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 className="matra text-2xl">{title}</h1>
        {hint ? <p className="text-muted">{hint}</p> : null}
      </div>
      {children ? <div className="flex flex-wrap gap-2">{children}</div> : null}
    </div>
  );
}

/** Side by side where the card has room for both, whatever the screen: a number of 17 digits stays on one line. */
export function Facts({ children, className }: { children: ReactNode; className?: string }) {
  return <dl className={clsx('@container divide-y divide-line', className)}>{children}</dl>;
}

export const factColumns = 'grid grid-cols-1 gap-x-4 @sm:grid-cols-[clamp(8.5rem,34%,12rem)_1fr]';

export function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className={clsx(factColumns, 'py-2')}>
      <dt className="text-sm text-muted @sm:pt-0.5">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}
