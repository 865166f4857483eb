// A checkbox with its label. Separate from the other inputs, because the desk's list of orders has checkboxes but no form.
import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';

export function Checkbox({
  children,
  className,
  ...rest
}: ComponentProps<'input'> & { children: ReactNode }) {
  return (
    <label className={clsx('flex min-h-11 cursor-pointer items-center gap-3', className)}>
      <input type="checkbox" className="size-5 shrink-0 accent-accent" {...rest} />
      <span className="min-w-0 text-base">{children}</span>
    </label>
  );
}
