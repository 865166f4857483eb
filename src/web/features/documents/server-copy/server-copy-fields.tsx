// The fields of a sign-to-server copy, for making and for correcting one.

import {
  bloodGroups,
  genders,
  type ServerCopyField,
  type ServerCopyType,
  serverCopyTypes,
} from '#contract/documents/rules.ts';
import type { FormErrors } from '../../../lib/use-form.ts';
import { ChoiceCards } from '../../../ui/form/input.tsx';
import { Card } from '../../../ui/surface.tsx';
import { fieldGrid, RecordField } from '../record-field.tsx';
import { useDocumentsText } from '../text.ts';
import { isMarked, type ServerCopyValues, serverCopyKind, serverCopySections } from './server-copy-state.ts';

interface ServerCopyFieldsProps {
  values: ServerCopyValues;
  errors: FormErrors<ServerCopyField>;
  correcting: boolean;
  /** How sure the reading was of a field; undefined for what it did not give. */
  confidence?: (field: ServerCopyField) => number | undefined;
  type: ServerCopyType;
  onChange: (field: ServerCopyField, value: string) => void;
  onType: (type: ServerCopyType) => void;
}

export function ServerCopyFields({
  values,
  errors,
  correcting,
  confidence,
  type,
  onChange,
  onType,
}: ServerCopyFieldsProps) {
  const documents = useDocumentsText();
  const text = documents.signToServer;
  const { nid } = useDocumentsText();
  const choicesOf = (field: ServerCopyField) =>
    field === 'gender'
      ? genders.map((value) => ({ value, label: documents.genders[value] }))
      : bloodGroups.map((value) => ({ value, label: value }));
  return (
    <>
      {serverCopySections.map(({ section, fields }) => (
        <Card key={section} title={text.sections[section]}>
          <div className={fieldGrid}>
            {fields.map((field) => (
              <RecordField
                key={field}
                name={field}
                label={text.fields[field]}
                kind={serverCopyKind(field)}
                choices={choicesOf(field)}
                blankChoice={field === 'blood_group' ? nid.noBloodGroup : undefined}
                value={values[field]}
                error={errors[field]}
                required={isMarked(field, correcting)}
                confidence={confidence?.(field)}
                onChange={(value) => onChange(field, value)}
              />
            ))}
          </div>
        </Card>
      ))}
      <Card>
        <ChoiceCards
          legend={text.type}
          name="server_copy_type"
          value={type}
          choices={serverCopyTypes.map((value) => ({ value, label: text.types[value] }))}
          onChange={onType}
        />
      </Card>
    </>
  );
}
