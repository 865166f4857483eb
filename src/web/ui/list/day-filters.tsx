// The first and the last day of a list, each under its name: a day that is filled in does not say which end it is.
import { DayInput } from '../form/day-input.tsx';
import { Field } from '../form/field.tsx';
import { useUiText } from '../text.ts';

interface DayFiltersProps {
  /** `YYYY-MM-DD` or ''. */
  days: { from?: string | undefined; to?: string | undefined };
  onChange: (days: { from?: string; to?: string }) => void;
  /** The list is always of a period: an emptied day changes nothing. */
  required?: boolean;
}

export function DayFilters({ days, onChange, required = false }: DayFiltersProps) {
  const { common } = useUiText();
  return (['from', 'to'] as const).map((name) => (
    <Field key={name} label={common[name]}>
      {(control) => (
        <DayInput
          {...control}
          name={name}
          className="max-sm:px-2"
          value={days[name] ?? ''}
          onDay={(picked) => {
            if (picked || (picked === '' && !required)) onChange({ [name]: picked });
          }}
        />
      )}
    </Field>
  ));
}
