// When a field or paper is asked for: always, or depending on an earlier answer.
import type { Condition, FormField } from '#contract/catalogue/form-rules.ts';
import { useLanguage } from '../../../lib/language.ts';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/form/input.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { useCatalogueText } from '../text.ts';

interface ConditionEditorProps {
  when: Condition | null;
  /** The fields that come before it. */
  before: readonly FormField[];
  onChange: (when: Condition | null) => void;
}

export function ConditionEditor({ when, before, onChange }: ConditionEditorProps) {
  const { forms: text } = useCatalogueText();
  const language = useLanguage();
  const named = before.find(({ key }) => key === when?.field);
  if (before.length === 0 && !when) return null;
  const kinds =
    named?.kind === 'date' ? (['filled', 'equal', 'younger'] as const) : (['filled', 'equal'] as const);
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <Field label={text.when}>
        {(control) => (
          <Select
            {...control}
            value={when?.field ?? ''}
            onChange={({ target }) =>
              onChange(target.value === '' ? null : { field: target.value, is: 'filled', value: '' })
            }
          >
            <option value="">{text.always}</option>
            {when && !named ? <option value={when.field}>{text.goneField}</option> : null}
            {before.map(({ key, label }) => (
              <option key={key} value={key}>
                {text.ifField(label[language] || key)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {when ? (
        <Field label={text.is}>
          {(control) => (
            <Select
              {...control}
              value={when.is}
              onChange={({ target }) =>
                onChange({
                  ...when,
                  is: target.value as Condition['is'],
                  value: target.value === 'younger' ? '18' : '',
                })
              }
            >
              {kinds.map((kind) => (
                <option key={kind} value={kind}>
                  {text.conditions[kind]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ) : null}
      {when && when.is !== 'filled' ? (
        <Field label={when.is === 'younger' ? text.years : text.value} required>
          {(control) => (
            <ConditionValue
              control={control}
              named={named}
              value={when.value}
              onChange={(value) => onChange({ ...when, value })}
            />
          )}
        </Field>
      ) : null}
    </div>
  );
}

interface ConditionValueProps {
  control: { id: string };
  named: FormField | undefined;
  value: string;
  onChange: (value: string) => void;
}

function ConditionValue({ control, named, value, onChange }: ConditionValueProps) {
  const { forms: text } = useCatalogueText();
  const language = useLanguage();
  const choices =
    named?.kind === 'choice'
      ? named.choices.map(({ key, label }) => ({ key, words: label[language] }))
      : named?.kind === 'yes_no'
        ? [
            { key: 'yes', words: text.yes },
            { key: 'no', words: text.no },
          ]
        : undefined;
  if (!choices)
    return (
      <Input {...control} value={value} maxLength={200} onChange={({ target }) => onChange(target.value)} />
    );
  return (
    <Select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">{text.choose}</option>
      {choices.map(({ key, words }) => (
        <option key={key} value={key}>
          {words}
        </option>
      ))}
    </Select>
  );
}
