// A label, its control, a hint and an error, connected for screen readers.
import { clsx } from 'clsx';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useUiText } from '../text.ts';

interface ControlProps {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
  'aria-required': true | undefined;
}

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** Confirmation under a valid value. */
  confirmation?: string | undefined;
  required?: boolean;
  className?: string;
  /** Shown at the right end of the label's line. */
  aside?: ReactNode;
  children: (control: ControlProps) => ReactNode;
}

export function Field({
  label,
  hint,
  error,
  confirmation,
  required = false,
  className,
  aside,
  children,
}: FieldProps) {
  const id = useId();
  const text = useUiText();
  // An error replaces the hint.
  const described = error
    ? `${id}-error`
    : [confirmation && `${id}-good`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className={clsx('min-w-0', className)}>
      <div className="mb-1 flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-medium text-ink">
          {label}
          {required ? (
            <span className="text-bad" aria-hidden="true">
              {' '}
              *
            </span>
          ) : null}
        </label>
        {aside}
      </div>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
        'aria-required': required ? true : undefined,
      })}
      {hint && !error ? (
        <p id={`${id}-hint`} className="mt-1 text-sm text-muted">
          {hint}
        </p>
      ) : null}
      <div aria-live="polite">
        {error ? (
          <p id={`${id}-error`} className="mt-1 flex items-start gap-1.5 text-sm text-bad">
            <CircleAlert className="mt-1 size-4 shrink-0" aria-hidden="true" />
            <span>{error}</span>
          </p>
        ) : confirmation ? (
          <p id={`${id}-good`} className="mt-1 flex items-start gap-1.5 text-sm text-good">
            <CircleCheck className="mt-1 size-4 shrink-0" aria-hidden="true" />
            <span>{confirmation}</span>
          </p>
        ) : null}
      </div>
      <span className="sr-only">{required ? text.common.required : ''}</span>
    </div>
  );
}
