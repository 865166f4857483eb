// The first and last day of a list. Each has a label, because a filled-in day does not tell which end it is.
import { DayInput } from '../form/day-input.tsx';
import { Field } from '../form/field.tsx';
import { useUiText } from '../text.ts';

interface DayFiltersProps {
  /** `YYYY-MM-DD` or ''. */
  days: { from?: string | undefined; to?: string | undefined };
  onChange: (days: { from?: string; to?: string }) => void;
  /** The list always has a period: emptying a day changes nothing. */
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
