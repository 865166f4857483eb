// An amount of money while it is typed: separators as in Bangladesh, and the amount in words below.
import { type ChangeEvent, type ComponentProps, useLayoutEffect, useRef } from 'react';
import { toAsciiDigits } from '#contract/digits.ts';
import { readTaka, regroupTyped } from '#contract/money.ts';
import { takaInWords } from '#contract/wallet/money-words.ts';
import { useFormat } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { Input } from './input.tsx';

/** Where the caret is, counted without separators, which move, but after one that was just typed. */
interface Caret {
  signs: number;
  isAfterSeparator: boolean;
}

const caretAt = (text: string, place: number): Caret => ({
  signs: text.slice(0, place).replaceAll(',', '').length,
  isAfterSeparator: text[place - 1] === ',',
});

function placeOf(text: string, { signs, isAfterSeparator }: Caret): number {
  let left = signs;
  let place = 0;
  while (left > 0 && place < text.length) {
    if (text[place] !== ',') left -= 1;
    place += 1;
  }
  if (isAfterSeparator && text[place] === ',') place += 1;
  return place;
}

interface AmountInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  /** As typed, with separators, in either digits. */
  value: string;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

export function AmountInput({ value, onChange, ...rest }: AmountInputProps) {
  const format = useFormat();
  const language = useLanguage();
  const field = useRef<HTMLInputElement>(null);
  const caret = useRef<Caret>(undefined);
  const ascii = toAsciiDigits(value);
  const paisa = readTaka(ascii);
  useLayoutEffect(() => {
    if (caret.current === undefined || field.current !== document.activeElement) return;
    const place = placeOf(ascii, caret.current);
    field.current?.setSelectionRange(place, place);
  }, [ascii]);
  return (
    <>
      <div className="relative">
        <span
          className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
          aria-hidden="true"
        >
          ৳
        </span>
        <Input
          {...rest}
          ref={field}
          value={format.digits(ascii)}
          inputMode="decimal"
          autoComplete="off"
          maxLength={24}
          className="pl-8 text-lg tabular-nums"
          onChange={(event) => {
            const { target, nativeEvent } = event;
            const { inputType = '' } = nativeEvent as InputEvent;
            const isPasted = !/^(?:delete|insertText|insertComposition)/.test(inputType);
            caret.current = caretAt(target.value, target.selectionStart ?? target.value.length);
            target.value = regroupTyped(ascii, target.value, isPasted);
            onChange(event);
          }}
        />
      </div>
      <p className="mt-1 min-h-5 text-sm text-muted" aria-live="polite">
        {paisa === undefined ? null : takaInWords(paisa, language)}
      </p>
    </>
  );
}
