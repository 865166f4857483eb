// The fields of a sign-to-server copy, for creating and correcting one.

import { type ServerCopyType, type SignToServerField, serverCopyTypes } from '#contract/documents/rules.ts';
import { choicesOf, valueKindOf } from '#contract/documents/values.ts';
import type { Language } from '#contract/language.ts';
import { useLanguage } from '../../../lib/language.ts';
import type { FormErrors } from '../../../lib/use-form.ts';
import { ChoiceCards } from '../../../ui/form/choice-cards.tsx';
import { Card } from '../../../ui/surface.tsx';
import { RecordSections } from '../record/record-sections.tsx';
import type { FieldState } from '../refill.ts';
import { useDocumentsText } from '../text.ts';
import {
  isMarked,
  type SignToServerValues,
  signToServerKind,
  signToServerSections,
} from './sign-to-server-state.ts';

interface SignToServerFieldsProps {
  values: SignToServerValues;
  errors: FormErrors<SignToServerField>;
  correcting: boolean;
  stateOf?: (field: SignToServerField) => FieldState | undefined;
  cutOutOf?: (field: SignToServerField) => string | undefined;
  type: ServerCopyType;
  onChange: (field: SignToServerField, value: string) => void;
  onType: (type: ServerCopyType) => void;
}

const choicesOfField = (field: SignToServerField, language: Language) => {
  const kind = valueKindOf(field);
  return kind && choicesOf(kind, language);
};

export function SignToServerFields({
  values,
  errors,
  correcting,
  stateOf,
  cutOutOf,
  type,
  onChange,
  onType,
}: SignToServerFieldsProps) {
  const { signToServer: text, nid } = useDocumentsText();
  const language = useLanguage();
  return (
    <>
      <RecordSections<SignToServerField>
        sections={signToServerSections.map(({ section, fields }) => ({
          title: text.sections[section],
          fields,
        }))}
        field={(name) => ({
          label: text.fields[name],
          kind: signToServerKind(name),
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
