// Text inputs of all kinds. `type=number` is not used: browsers refuse Bengali digits there.
import { clsx } from 'clsx';
import { ChevronDown, Eye, EyeOff, Search, X } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useUiText } from '../text.ts';

const controlClass =
  'block w-full min-h-11 rounded-md border border-line-strong bg-surface px-3 py-2 text-base text-ink hover:border-ink disabled:bg-sunken disabled:text-muted aria-invalid:border-bad focus-visible:outline-2 focus-visible:outline-offset-0';

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

interface SearchInputProps {
  value: string;
  onChange: (value: string) => void;
  label: string;
  className?: string;
  /** The field chooses among the options of a list below it. */
  combobox?: { list: string; active: string | undefined };
}

export function SearchInput({ value, onChange, label, className, combobox }: SearchInputProps) {
  const text = useUiText();
  return (
    <div className={clsx('relative', className)}>
      <Search
        className="pointer-events-none absolute top-1/2 left-3 size-5 -translate-y-1/2 text-muted"
        aria-hidden="true"
      />
      {/* biome-ignore lint/a11y/useSemanticElements: in a field of that type Escape empties it */}
      <input
        role="searchbox"
        inputMode="search"
        enterKeyHint="search"
        className={clsx(controlClass, 'pl-10', value === '' ? 'pr-3' : 'pr-10')}
        value={value}
        placeholder={label}
        aria-label={label}
        maxLength={200}
        {...(combobox
          ? {
              role: 'combobox',
              'aria-expanded': true,
              'aria-controls': combobox.list,
              'aria-activedescendant': combobox.active,
              'aria-autocomplete': 'list' as const,
              autoComplete: 'off',
            }
          : {})}
        onChange={(event) => onChange(event.target.value)}
      />
      {value === '' ? null : (
        <button
          type="button"
          className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-md text-muted hover:text-ink"
          aria-label={text.common.clearSearch}
          onClick={() => onChange('')}
        >
          <X className="size-4" aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

/** The browser's native list: best on a phone, and it needs no script. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <div className="relative">
      <select className={clsx(controlClass, 'appearance-none truncate pr-9', className)} {...rest}>
        {children}
      </select>
      <ChevronDown
        className="pointer-events-none absolute top-1/2 right-2.5 size-5 -translate-y-1/2 text-muted"
        aria-hidden="true"
      />
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
