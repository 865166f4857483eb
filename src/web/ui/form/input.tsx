// Text inputs of all kinds. `type=number` is not used: browsers refuse Bengali digits there.
import { clsx } from 'clsx';
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useUiText } from '../text.ts';
import { controlClass } from './control-class.ts';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={clsx(controlClass, className)} {...rest} />;
}

export function PasswordInput({ className, ...rest }: ComponentProps<'input'>) {
  const [shown, setShown] = useState(false);
  const text = useUiText();
  return (
    <div className="relative">
      <input
        className={clsx(controlClass, 'pr-12', className)}
        {...rest}
        type={shown ? 'text' : 'password'}
      />
      <button
        type="button"
        className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-md text-muted hover:text-ink"
        aria-label={shown ? text.common.hidePassword : text.common.showPassword}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        {shown ? (
          <EyeOff className="size-5" aria-hidden="true" />
        ) : (
          <Eye className="size-5" aria-hidden="true" />
        )}
      </button>
    </div>
  );
}

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea className={clsx(controlClass, 'field-sizing-content min-h-24 resize-y', className)} {...rest} />
  );
}

interface CountedTextareaProps extends ComponentProps<'textarea'> {
  value: string;
  limit: number;
}

/** Counts as the browser's maxLength does: in UTF-16 units. */
export function CountedTextarea({ value, limit, ...rest }: CountedTextareaProps) {
  const text = useUiText();
  const format = useFormat();
  return (
    <>
      <Textarea value={value} maxLength={limit} {...rest} />
      <p className={clsx('mt-1 text-right text-sm', value.length > limit - 20 ? 'text-warn' : 'text-muted')}>
        {text.common.characters(format.digits(value.length), format.digits(limit))}
      </p>
    </>
  );
}

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

/** One of a few, each a large target. */
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
  return (
    <fieldset className="min-w-0" aria-invalid={error ? true : undefined}>
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
        <p role="alert" className="mt-1 text-sm text-bad">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
