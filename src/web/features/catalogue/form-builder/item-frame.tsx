// An item of a form in the builder: its name in both languages, and buttons to move and remove it.
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { maximumHelpLength, maximumLabelLength, type Words } from '#contract/catalogue/form-rules.ts';
import { toAsciiDigits } from '#contract/digits.ts';
import type { Language } from '#contract/language.ts';
import { useFormat } from '../../../lib/format.ts';
import { button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/form/input.tsx';
import { useCatalogueText } from '../text.ts';

export interface ItemActs {
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
  isFirst: boolean;
  isLast: boolean;
}

interface ItemFrameProps {
  title: string;
  acts: ItemActs;
  children: ReactNode;
}

export function ItemFrame({ title, acts, children }: ItemFrameProps) {
  const { forms: text } = useCatalogueText();
  const act = (label: string, icon: ReactNode, isClosed: boolean, onPress: () => void) => (
    <button
      type="button"
      aria-label={`${title}: ${label}`}
      title={label}
      // Stays focusable at either end.
      aria-disabled={isClosed || undefined}
      className={button({ variant: 'bare', size: 'icon' })}
      onClick={isClosed ? undefined : onPress}
    >
      {icon}
    </button>
  );
  return (
    <li
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 rounded-lg border border-line bg-paper p-3 sm:p-4"
      data-testid="form-item"
    >
      <div className="flex min-w-0 items-center gap-1">
        <h3 className="min-w-0 grow font-medium wrap-anywhere">{title}</h3>
        {act(text.up, <ArrowUp className="size-5" aria-hidden="true" />, acts.isFirst, () => acts.onMove(-1))}
        {act(text.down, <ArrowDown className="size-5" aria-hidden="true" />, acts.isLast, () =>
          acts.onMove(1),
        )}
        {act(text.remove, <Trash2 className="size-5" aria-hidden="true" />, false, acts.onRemove)}
      </div>
      {children}
    </li>
  );
}

interface WordsFieldsProps {
  words: Words;
  labels: { bn: string; en: string };
  required?: boolean;
  isHelp?: boolean;
  onChange: (words: Words) => void;
}

/** The same text in Bengali and in English, side by side where there is room. */
export function WordsFields({ words, labels, required = false, isHelp = false, onChange }: WordsFieldsProps) {
  const { forms: text } = useCatalogueText();
  const max = isHelp ? maximumHelpLength : maximumLabelLength;
  // A name that has not been typed yet is not marked as wrong. One that was emptied is marked at once: an error that appears when the field is left
  // would move the button that is being pressed.
  const [typed, setTyped] = useState<Partial<Record<Language, true>>>({});
  const one = (language: Language) => (
    <Field
      label={labels[language]}
      required={required}
      error={required && typed[language] && words[language].trim() === '' ? text.nameMissing : undefined}
    >
      {(control) => (
        <Input
          {...control}
          lang={language}
          value={words[language]}
          maxLength={max}
          autoComplete="off"
          data-nameless={required && words[language].trim() === '' ? '' : undefined}
          onChange={({ target }) => {
            setTyped((old) => ({ ...old, [language]: true }));
            onChange({ ...words, [language]: target.value });
          }}
        />
      )}
    </Field>
  );
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {one('bn')}
      {one('en')}
    </div>
  );
}

interface RequiredBoxProps {
  required: boolean;
  onChange: (required: boolean) => void;
}

export function RequiredBox({ required, onChange }: RequiredBoxProps) {
  const { forms: text } = useCatalogueText();
  return (
    <Checkbox checked={required} onChange={({ target }) => onChange(target.checked)}>
      {text.required}
    </Checkbox>
  );
}

interface CountFieldProps {
  label: string;
  value: number | null;
  min: number;
  max: number;
  onChange: (value: number | null) => void;
}

export function CountField({ label, value, min, max, onChange }: CountFieldProps) {
  const format = useFormat();
  return (
    <Field label={label}>
      {(control) => (
        <Input
          {...control}
          inputMode="numeric"
          autoComplete="off"
          value={value === null ? '' : format.digits(value)}
          onChange={({ target }) => {
            const digits = toAsciiDigits(target.value).replace(/\D/g, '');
            onChange(digits === '' ? null : Math.max(min, Math.min(max, Number(digits))));
          }}
        />
      )}
    </Field>
  );
}
