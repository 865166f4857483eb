// Text inputs of all kinds. They do not use `type=number`, because browsers refuse Bengali digits there.
import { clsx } from 'clsx';
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useUiText } from '../text.ts';
import { controlClass } from './control-class.ts';
import { useTypedValue } from './typed-value.ts';

/** Staff type data of other people, so the browser offers its user's own only where a field declares what it holds. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <input autoComplete="off" className={clsx(controlClass, className)} {...rest} {...useTypedValue(rest)} />
  );
}

export function PasswordInput({ className, ...rest }: ComponentProps<'input'>) {
  const [shown, setShown] = useState(false);
  const text = useUiText();
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="relative">
      <input
        className={clsx(controlClass, 'pr-12', className)}
        // Otherwise an on-screen keyboard treats a visible password as words: it would capitalise, correct and learn it.
        spellCheck={false}
        autoCapitalize="none"
        autoCorrect="off"
        {...rest}
        type={shown ? 'text' : 'password'}
      />
      <button
        type="button"
        className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-md text-muted hover:text-ink"
        aria-label={shown ? text.common.hidePassword : text.common.showPassword}
        aria-pressed={shown}
        // Keeps the focus in the field, and the on-screen keyboard open.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => setShown(!shown)}
      >
        <Icon className="size-5" aria-hidden="true" />
      </button>
    </div>
  );
}

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      autoComplete="off"
      className={clsx(controlClass, 'field-sizing-content min-h-24 resize-y', className)}
      {...rest}
      {...useTypedValue(rest)}
    />
  );
}

interface CountedTextareaProps extends ComponentProps<'textarea'> {
  value: string;
  limit: number;
}

/** Counts like the server: many keyboards type য় as one character, but it is stored and counted as two (NFC). */
export function CountedTextarea({ value, limit, ...rest }: CountedTextareaProps) {
  const text = useUiText();
  const format = useFormat();
  const { length } = value.normalize();
  return (
    <>
      <Textarea value={value} maxLength={limit} {...rest} />
      <p className={clsx('mt-1 text-right text-sm', length > limit - 20 ? 'text-warn' : 'text-muted')}>
        {text.common.characters(format.digits(length), format.digits(limit))}
      </p>
    </>
  );
}
