// The fields of an NID record, for creating and correcting one: everything that the document prints, the less common fields collapsed.
import { choicesOf, valueKindOf } from '#contract/documents/values.ts';
import { useLanguage } from '../../../lib/language.ts';
import type { FormErrors } from '../../../lib/use-form.ts';
import { Card } from '../../../ui/surface.tsx';
import { FoldedFields } from '../folded-fields.tsx';
import { PhoneticSwitch } from '../phonetic/phonetic-switch.tsx';
import { fieldGrid, RecordField } from '../record/record-field.tsx';
import type { FieldState } from '../refill.ts';
import { useDocumentsText } from '../text.ts';
import { mainNidFields, type NidFormField, type NidValues, nidGroups, nidKind } from './nid-form-state.ts';

interface NidFieldsProps {
  values: NidValues;
  errors: FormErrors<NidFormField>;
  required: readonly NidFormField[];
  stateOf?: (field: NidFormField) => FieldState | undefined;
  cutOutOf?: (field: NidFormField) => string | undefined;
  onChange: (field: NidFormField, value: string) => void;
}

export function NidFields({ values, errors, required, stateOf, cutOutOf, onChange }: NidFieldsProps) {
  const documents = useDocumentsText();
  const { nid: text } = documents;
  const language = useLanguage();
  const fieldOf = (field: NidFormField) => {
    const kind = valueKindOf(field);
    return (
      <RecordField
        key={field}
        name={field}
        label={text.fields[field]}
        kind={nidKind(field)}
        choices={kind && choicesOf(kind, language)}
        blankChoice={field === 'blood_group' ? text.noBloodGroup : documents.notGiven}
        value={values[field]}
        error={errors[field]}
        required={required.includes(field)}
        state={stateOf?.(field)}
        cutOut={cutOutOf?.(field)}
        onChange={(value) => onChange(field, value)}
      />
    );
  };
  return (
    <>
      <Card title={text.person}>
        <PhoneticSwitch />
        <div className={fieldGrid}>{mainNidFields.map(fieldOf)}</div>
      </Card>
      <p className="text-muted">{text.allPrinted}</p>
      {nidGroups.map(({ section, fields }) => (
        <FoldedFields
          key={section}
          title={text.groups[section]}
          filled={fields.filter((field) => values[field].trim() !== '').length}
          needsCheck={fields.some((field) => errors[field] || stateOf?.(field) === 'look')}
        >
          {fields.map(fieldOf)}
        </FoldedFields>
      ))}
    </>
  );
}
