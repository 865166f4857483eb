// An input for an amount of money: separators as in Bangladesh while it is typed, and the amount in words below.
import { type ChangeEvent, type ComponentProps, useRef } from 'react';
import { toAsciiDigits } from '#contract/digits.ts';
import { takaInWords } from '#contract/wallet/money-words.ts';
import { readTaka, regroupTyped } from '#contract/wallet/typed-money.ts';
import { useFormat } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { Input } from './input.tsx';

interface AmountInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  /** As typed, with separators, in either script's digits. */
  value: string;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

export function AmountInput({ value, onChange, ...rest }: AmountInputProps) {
  const format = useFormat();
  const language = useLanguage();
  const ascii = toAsciiDigits(value);
  const paisa = readTaka(ascii);
  // While an input method composes, the field keeps the separators that it had before and gets no new ones.
  const beforeComposed = useRef(ascii);
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
          value={format.digits(ascii)}
          inputMode="decimal"
          autoComplete="off"
          className="pl-8 text-lg tabular-nums"
          onCompositionStart={() => {
            beforeComposed.current = ascii;
          }}
          onChange={({ target, nativeEvent }) => {
            const { inputType = '', isComposing } = nativeEvent as InputEvent;
            const isPasted = !/^(?:delete|insertText|insertComposition)/.test(inputType);
            const shown = regroupTyped(isComposing ? beforeComposed.current : ascii, target.value, isPasted);
            onChange({ target: { value: shown } } as ChangeEvent<HTMLInputElement>);
          }}
        />
      </div>
      <p className="mt-1 min-h-5 text-sm text-muted" aria-live="polite">
        {paisa === undefined ? null : takaInWords(paisa, language)}
      </p>
    </>
  );
}
