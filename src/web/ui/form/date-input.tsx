// A date, typed or pasted in any common format. Its interpretation is shown as soon as it is unambiguous.
import { type ChangeEvent, type ComponentProps, useId } from 'react';
import { findDateError, normalizeTypedDate } from '#contract/dates/typed-dates.ts';
import { toAsciiDigits } from '#contract/digits.ts';
import { fieldMessage } from '#contract/fields/field-messages.ts';
import { useFormat } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { fetchCode } from '../../lib/loading/code.ts';
import { Input } from './input.tsx';

interface DateInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  /** In either script's digits. */
  value: string;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

export function DateInput({ value, onChange, ...rest }: DateInputProps) {
  const format = useFormat();
  const language = useLanguage();
  const ascii = toAsciiDigits(value);
  const change = (text: string) => onChange({ target: { value: text } } as ChangeEvent<HTMLInputElement>);
  const normalize = () => {
    const normalized = normalizeTypedDate(ascii);
    if (normalized !== ascii) change(normalized);
  };
  // Shown while typing: if the line appeared when the field is left, it would move the button that is being pressed. A day '0' may still become '05'.
  const isImpossible = !/\D0$/.test(ascii) && findDateError(ascii) === 'date_impossible';
  const isWrong = isImpossible && !rest['aria-invalid'];
  const id = useId();
  return (
    <>
      <Input
        autoComplete="off"
        {...rest}
        {...(isWrong ? { 'aria-invalid': true, 'aria-describedby': id } : {})}
        inputMode="numeric"
        value={format.digits(ascii)}
        onChange={({ target }) => {
          const typed = toAsciiDigits(target.value);
          // Eight digits are a complete date without separators.
          change(/^\d{8}$/.test(typed) ? normalizeTypedDate(typed) : typed);
          // The month is a word, or there are words around it.
          if (typed.length < 100 && /\p{L}/u.test(typed) && /\d{4}/.test(typed))
            void fetchCode(
              () => import('./month-names.ts'),
              () => false,
            ).then(({ numberMonth }) => {
              if (toAsciiDigits(target.value) === typed) change(numberMonth(typed));
            });
        }}
        onBlur={normalize}
        onKeyDown={(event) => {
          // Enter submits the form without leaving the field.
          if (event.key === 'Enter') normalize();
        }}
      />
      {isWrong ? (
        <p id={id} role="alert" className="mt-1 text-sm text-bad">
          {fieldMessage('date_impossible', language)}
        </p>
      ) : null}
    </>
  );
}
