// The fields of a sign-to-server copy, for creating and correcting one.

import { type ServerCopyField, type ServerCopyType, serverCopyTypes } from '#contract/documents/rules.ts';
import { choicesOf, valueKindOf } from '#contract/documents/values.ts';
import type { Language } from '#contract/language.ts';
import { useLanguage } from '../../../lib/language.ts';
import type { FormErrors } from '../../../lib/use-form.ts';
import { ChoiceCards } from '../../../ui/form/input.tsx';
import { Card } from '../../../ui/surface.tsx';
import { RecordSections } from '../record/record-sections.tsx';
import type { FieldState } from '../refill.ts';
import { useDocumentsText } from '../text.ts';
import { isMarked, type ServerCopyValues, serverCopyKind, serverCopySections } from './server-copy-state.ts';

interface ServerCopyFieldsProps {
  values: ServerCopyValues;
  errors: FormErrors<ServerCopyField>;
  correcting: boolean;
  stateOf?: (field: ServerCopyField) => FieldState | undefined;
  cutOutOf?: (field: ServerCopyField) => string | undefined;
  type: ServerCopyType;
  onChange: (field: ServerCopyField, value: string) => void;
  onType: (type: ServerCopyType) => void;
}

const choicesOfField = (field: ServerCopyField, language: Language) => {
  const kind = valueKindOf(field);
  return kind && choicesOf(kind, language);
};

export function ServerCopyFields({
  values,
  errors,
  correcting,
  stateOf,
  cutOutOf,
  type,
  onChange,
  onType,
}: ServerCopyFieldsProps) {
  const { signToServer: text } = useDocumentsText();
  const { nid } = useDocumentsText();
  const language = useLanguage();
  return (
    <>
      <RecordSections<ServerCopyField>
        sections={serverCopySections.map(({ section, fields }) => ({
          title: text.sections[section],
          fields,
        }))}
        field={(name) => ({
          label: text.fields[name],
          kind: serverCopyKind(name),
          choices: choicesOfField(name, language),
          blankChoice: name === 'blood_group' ? nid.noBloodGroup : undefined,
          value: values[name],
          error: errors[name],
          required: isMarked(name, correcting),
          state: stateOf?.(name),
          cutOut: cutOutOf?.(name),
        })}
        onChange={onChange}
      />
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
