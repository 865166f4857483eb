import { cva, type VariantProps } from 'class-variance-authority';
import type { ButtonHTMLAttributes, MouseEvent } from 'react';
import { Spinner } from './spinner.tsx';

/** Also for links that should look like buttons: `className={button({ variant: 'quiet' })}`. */
export const button = cva(
  '[&_svg]:shrink-0 inline-flex items-center justify-center gap-2 rounded-md text-center font-medium no-underline select-none print:hidden disabled:opacity-55 aria-disabled:opacity-55',
  {
    variants: {
      variant: {
        main: 'bg-accent text-on-accent hover:bg-accent-strong',
        quiet: 'border border-line-strong bg-surface text-ink hover:bg-sunken',
        soft: 'bg-accent-soft text-accent-text hover:bg-sunken',
        bare: 'text-ink hover:bg-sunken',
        danger: 'bg-bad text-surface hover:opacity-90',
        dangerQuiet: 'border border-bad/50 bg-surface text-bad hover:bg-bad-soft',
      },
      size: {
        normal: 'min-h-11 px-4 py-2 text-base',
        small: 'min-h-11 px-3 py-1 text-sm whitespace-nowrap cramped:whitespace-normal lg:min-h-9',
        icon: 'size-11 shrink-0',
        large: 'min-h-12 px-6 py-2.5 text-base',
      },
      wide: { true: 'w-full', false: '' },
    },
    defaultVariants: { variant: 'main', size: 'normal', wide: false },
  },
);

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, VariantProps<typeof button> {
  /** Shows a spinner and ignores further clicks; the button keeps the keyboard focus. */
  busy?: boolean;
}

const ignore = (event: MouseEvent) => event.preventDefault();

export function Button({
  variant,
  size,
  wide,
  busy = false,
  className,
  children,
  type,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type ?? 'button'}
      className={button({ variant, size, wide, className })}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? ignore : onClick}
      {...rest}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}
