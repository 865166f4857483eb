// A search field. Separate from the inputs of forms, which pages with only a list do not need.
import { clsx } from 'clsx';
import { Search, X } from 'lucide-react';
import { useUiText } from '../text.ts';
import { controlClass } from './control-class.ts';

interface SearchInputProps {
  value: string;
  onChange: (value: string) => void;
  label: string;
  className?: string;
  /** Set if the field chooses among the options of a list below it. */
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
        autoComplete="off"
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
