// A choice between a few options, as cards.
import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';

interface ChoiceProps<T extends string> {
  legend: string;
  name: string;
  value: T | undefined;
  choices: readonly { value: T; label: ReactNode; hint?: ReactNode }[];
  onChange: (value: T) => void;
  error?: string | undefined;
  hideLegend?: boolean;
  columns?: string;
}

/** A radio group whose options are large targets. */
export function ChoiceCards<T extends string>({
  legend,
  name,
  value,
  choices,
  onChange,
  error,
  hideLegend,
  columns,
}: ChoiceProps<T>) {
  const id = useId();
  return (
    <fieldset
      className="min-w-0"
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? id : undefined}
    >
      <legend className={hideLegend ? 'sr-only' : 'mb-1 text-sm font-medium'}>{legend}</legend>
      <div className={clsx('grid gap-2', columns ?? 'sm:grid-cols-2')}>
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-md border border-line-strong bg-surface px-3 py-2 hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              className="size-5 shrink-0 accent-accent"
              checked={value === choice.value}
              onChange={() => onChange(choice.value)}
            />
            <span className="min-w-0">
              <span className="block">{choice.label}</span>
              {choice.hint ? <span className="block text-sm text-muted">{choice.hint}</span> : null}
            </span>
          </label>
        ))}
      </div>
      {error ? (
        <p id={id} role="alert" className="mt-1 text-sm text-bad">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
