// The settings of a field, of a paper, and of a line of the checklist.
import { Plus, Trash2 } from 'lucide-react';
import {
  type FormCheck,
  type FormField,
  type FormPaper,
  fieldKinds,
  maximumChoices,
  paperKinds,
} from '#contract/catalogue/form-rules.ts';
import { useLanguage } from '../../../lib/language.ts';
import { Button, button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { useCatalogueText } from '../text.ts';
import { ConditionEditor } from './condition-editor.tsx';
import { CountField, type ItemActs, ItemFrame, RequiredBox, WordsFields } from './item-frame.tsx';

interface EditorProps<T> {
  item: T;
  acts: ItemActs;
  onChange: (item: T) => void;
}

export function FieldEditor({
  item,
  acts,
  before,
  onChange,
}: EditorProps<FormField> & { before: readonly FormField[] }) {
  const { forms: text } = useCatalogueText();
  const language = useLanguage();
  const set = (change: Partial<FormField>) => onChange({ ...item, ...change });
  return (
    <ItemFrame title={item.label[language] || text.newField} acts={acts}>
      <WordsFields
        words={item.label}
        labels={{ bn: text.nameBn, en: text.nameEn }}
        required
        onChange={(label) => set({ label })}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={text.kind}>
          {(control) => (
            <Select
              {...control}
              value={item.kind}
              onChange={({ target }) =>
                set({
                  kind: target.value as FormField['kind'],
                  ...{ shortest: null, longest: null, choices: [] },
                })
              }
            >
              {fieldKinds.map((kind) => (
                <option key={kind} value={kind}>
                  {text.kinds[kind]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <div className="self-end">
          <RequiredBox required={item.required} onChange={(required) => set({ required })} />
        </div>
      </div>
      {item.kind === 'digits' ? (
        <div className="grid gap-3 sm:grid-cols-2">
          <CountField
            label={text.shortest}
            value={item.shortest}
            min={1}
            max={40}
            onChange={(shortest) => set({ shortest })}
          />
          <CountField
            label={text.longest}
            value={item.longest}
            min={1}
            max={40}
            onChange={(longest) => set({ longest })}
          />
        </div>
      ) : null}
      {item.kind === 'choice' ? (
        <ChoicesEditor choices={item.choices} onChange={(choices) => set({ choices })} />
      ) : null}
      <WordsFields
        words={item.help}
        labels={{ bn: text.helpBn, en: text.helpEn }}
        isHelp
        onChange={(help) => set({ help })}
      />
      <ConditionEditor when={item.when} before={before} onChange={(when) => set({ when })} />
    </ItemFrame>
  );
}

interface ChoicesEditorProps {
  choices: FormField['choices'];
  onChange: (choices: FormField['choices']) => void;
}

function ChoicesEditor({ choices, onChange }: ChoicesEditorProps) {
  const { forms: text } = useCatalogueText();
  const add = () => {
    let count = 1;
    while (choices.some(({ key }) => key === `c${count}`)) count += 1;
    onChange([...choices, { key: `c${count}`, label: { bn: '', en: '' } }]);
  };
  return (
    <div className="grid gap-3 rounded-md bg-sunken p-3">
      {choices.map((choice, index) => (
        <div key={choice.key} className="flex items-end gap-2">
          <div className="min-w-0 grow">
            <WordsFields
              words={choice.label}
              labels={{ bn: text.choiceBn, en: text.choiceEn }}
              required
              onChange={(label) =>
                onChange(choices.map((one) => (one.key === choice.key ? { ...one, label } : one)))
              }
            />
          </div>
          <button
            type="button"
            aria-label={`${text.remove}: ${choice.label.bn || index + 1}`}
            className={button({ variant: 'bare', size: 'icon' })}
            onClick={() => onChange(choices.filter(({ key }) => key !== choice.key))}
          >
            <Trash2 className="size-5" aria-hidden="true" />
          </button>
        </div>
      ))}
      {choices.length < maximumChoices ? (
        <Button variant="quiet" size="small" className="justify-self-start" onClick={add}>
          <Plus className="size-4" aria-hidden="true" />
          {text.addChoice}
        </Button>
      ) : null}
    </div>
  );
}

export function PaperEditor({
  item,
  acts,
  fields,
  onChange,
}: EditorProps<FormPaper> & { fields: readonly FormField[] }) {
  const { forms: text } = useCatalogueText();
  const language = useLanguage();
  const set = (change: Partial<FormPaper>) => onChange({ ...item, ...change });
  return (
    <ItemFrame title={item.label[language] || text.newPaper} acts={acts}>
      <WordsFields
        words={item.label}
        labels={{ bn: text.nameBn, en: text.nameEn }}
        required
        onChange={(label) => set({ label })}
      />
      <div className="grid gap-3 sm:grid-cols-3">
        <Field label={text.takes}>
          {(control) => (
            <Select
              {...control}
              value={item.takes}
              onChange={({ target }) => set({ takes: target.value as FormPaper['takes'] })}
            >
              {paperKinds.map((kind) => (
                <option key={kind} value={kind}>
                  {text.paperKinds[kind]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <CountField
          label={text.most}
          value={item.most}
          min={1}
          max={5}
          onChange={(most) => set({ most: most ?? 1 })}
        />
        <CountField
          label={text.megabytes}
          value={item.megabytes}
          min={1}
          max={10}
          onChange={(megabytes) => set({ megabytes: megabytes ?? 1 })}
        />
      </div>
      <div className="flex flex-wrap gap-x-6">
        <RequiredBox required={item.required} onChange={(required) => set({ required })} />
        <Checkbox
          checked={item.both_sides}
          onChange={({ target }) => set({ both_sides: target.checked, most: Math.max(item.most, 2) })}
        >
          {text.bothSides}
        </Checkbox>
      </div>
      <WordsFields
        words={item.help}
        labels={{ bn: text.helpBn, en: text.helpEn }}
        isHelp
        onChange={(help) => set({ help })}
      />
      <ConditionEditor when={item.when} before={fields} onChange={(when) => set({ when })} />
    </ItemFrame>
  );
}

export function CheckEditor({ item, acts, onChange }: EditorProps<FormCheck>) {
  const { forms: text } = useCatalogueText();
  const language = useLanguage();
  return (
    <ItemFrame title={item.label[language] || text.newCheck} acts={acts}>
      <WordsFields
        words={item.label}
        labels={{ bn: text.checkBn, en: text.checkEn }}
        required
        onChange={(label) => onChange({ ...item, label })}
      />
      <RequiredBox required={item.required} onChange={(required) => onChange({ ...item, required })} />
    </ItemFrame>
  );
}
