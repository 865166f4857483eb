// The fields of a birth registration and its barcode, for creating and correcting a copy.
import { Shuffle } from 'lucide-react';
import { barcodeKeywords } from '#contract/codes.ts';
import { birthRecord } from '#contract/documents/records/birth.ts';
import { type BirthField, birthGenders } from '#contract/documents/rules.ts';
import type { FormErrors } from '../../../lib/use-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/form/input.tsx';
import { Card } from '../../../ui/surface.tsx';
import { fieldGrid } from '../record/record-field.tsx';
import { RecordSections } from '../record/record-sections.tsx';
import { isRequired } from '../record/record-values.ts';
import { useDocumentsText } from '../text.ts';
import {
  type BirthFormField,
  type BirthValues,
  birthKind,
  birthSections,
  isNationality,
  languageOfField,
  linkOfBarcode,
  nationalityChoices,
  pickBarcode,
} from './birth-state.ts';

/** The text of the barcode and the content of the QR code; a new text has no QR code yet. */
export interface Barcode {
  text: string;
  code: string;
}

interface BirthFieldsProps {
  values: BirthValues;
  barcode: Barcode;
  errors: FormErrors<BirthFormField>;
  onChange: (field: BirthField, value: string) => void;
  onBarcode: (barcode: Barcode) => void;
}

export function BirthFields({ values, barcode, errors, onChange, onBarcode }: BirthFieldsProps) {
  const { birth: text } = useDocumentsText();
  const choicesOf = (field: BirthField) =>
    field === 'gender'
      ? birthGenders.map((value) => ({ value, label: text.genders[value] }))
      : nationalityChoices(field);
  return (
    <>
      <RecordSections<BirthField>
        sections={birthSections.map(({ section, fields }) => ({ title: text.sections[section], fields }))}
        field={(name) => ({
          label: text.fields[name],
          kind: birthKind(name),
          choices: choicesOf(name),
          lang: isNationality(name) ? languageOfField(name) : undefined,
          blankChoice: isNationality(name) ? false : undefined,
          value: values[name],
          error: errors[name],
          required: isRequired(birthRecord, name),
          maxLength: birthKind(name) === 'text' ? 300 : undefined,
        })}
        onChange={onChange}
      />
      <Card title={text.sections.barcode}>
        <div className={fieldGrid}>
          <div>
            <Field label={text.barcode} hint={text.barcodeHint} error={errors.left_bar_code}>
              {(control) => (
                <Input
                  {...control}
                  name="left_bar_code"
                  lang="en"
                  list="barcode-series"
                  autoComplete="off"
                  maxLength={60}
                  value={barcode.text}
                  onChange={(event) => onBarcode({ text: event.target.value, code: '' })}
                />
              )}
            </Field>
            <datalist id="barcode-series">
              {barcodeKeywords.map((keyword) => (
                <option key={keyword} value={keyword} />
              ))}
            </datalist>
            <Button
              variant="soft"
              className="mt-2"
              onClick={() => onBarcode({ text: pickBarcode(barcode.text), code: '' })}
            >
              <Shuffle className="size-5" aria-hidden="true" />
              {text.randomize}
            </Button>
          </div>
          <Field label={text.link} hint={text.linkHint}>
            {(control) => (
              <Input
                {...control}
                name="qr_link"
                lang="en"
                readOnly
                className="bg-sunken text-muted"
                value={linkOfBarcode(barcode.text, location.origin)}
              />
            )}
          </Field>
        </div>
      </Card>
    </>
  );
}
