// A day of a filter or form that holds `YYYY-MM-DD`, typed like any other date.
import { type ComponentProps, useState } from 'react';
import { readDate, writtenDate } from '#contract/dates/typed-dates.ts';
import { DateInput } from './date-input.tsx';

interface DayInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  /** `YYYY-MM-DD` or ''. */
  value: string;
  /** @param day `YYYY-MM-DD`, '' when emptied, undefined while it is not a date (yet) */
  onDay: (day: string | undefined) => void;
}

const shown = (day: string) => (day === '' ? '' : writtenDate(day));

export function DayInput({ value, onDay, ...rest }: DayInputProps) {
  const [typed, setTyped] = useState(shown(value));
  const [known, setKnown] = useState(value);
  // Changed from outside: by a shortcut, the address, or a form that was reset.
  if (value !== known) {
    setKnown(value);
    setTyped(shown(value));
  }
  return (
    <DateInput
      {...rest}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value);
        const day = target.value.trim() === '' ? '' : readDate(target.value).date;
        if (day !== undefined) setKnown(day);
        onDay(day);
      }}
    />
  );
}
