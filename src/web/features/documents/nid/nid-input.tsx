// One field of the NID form: with how sure its reading is, and in the digits of the language.
import { toAsciiDigits } from '#contract/bengali.ts';
import { bloodGroups } from '#contract/documents/rules.ts';
import { useFormat } from '../../../lib/format.ts';
import { Field } from '../../../ui/form/field.tsx';
import { Input, Select, Textarea } from '../../../ui/form/input.tsx';
import { ConfidenceMark, sureFrom } from '../confidence-mark.tsx';
import { useDocumentsText } from '../text.ts';
import { markedNidFields, type ShownNidField } from './nid-form-state.ts';

interface NidInputProps {
  field: ShownNidField;
  value: string;
  error: string | undefined;
  confidence: number | undefined;
  onChange: (value: string) => void;
}

export function NidInput({ field, value, error, confidence, onChange }: NidInputProps) {
  const { nid: text } = useDocumentsText();
  const format = useFormat();
  const isDate = field === 'date_of_birth' || field === 'smart_card_date';
  const isNumber = field === 'national_id' || field === 'pin';
  // Kept in ASCII digits, shown in those of the language.
  const tidy = (typed: string) =>
    isNumber ? toAsciiDigits(typed).replace(/\D/g, '') : isDate ? toAsciiDigits(typed) : typed;
  return (
    <Field
      label={text.fields[field]}
      required={markedNidFields.includes(field)}
      error={error}
      hint={
        isDate
          ? text.dateHint
          : confidence !== undefined && confidence < sureFrom
            ? text.unsureHint
            : undefined
      }
      aside={<ConfidenceMark confidence={confidence} />}
      {...(field === 'address_for_nid' ? { className: 'sm:col-span-2 md:col-span-1 lg:col-span-2' } : {})}
    >
      {(control) =>
        field === 'blood_group' ? (
          <Select {...control} name={field} value={value} onChange={(event) => onChange(event.target.value)}>
            <option value="">{text.noBloodGroup}</option>
            {bloodGroups.map((group) => (
              <option key={group} value={group}>
                {group}
              </option>
            ))}
          </Select>
        ) : field === 'address_for_nid' ? (
          <Textarea
            {...control}
            name={field}
            maxLength={1000}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <Input
            {...control}
            name={field}
            autoComplete="off"
            inputMode={isNumber ? 'numeric' : 'text'}
            lang={field === 'name_english' ? 'en' : undefined}
            maxLength={isNumber ? 20 : 200}
            value={isNumber || isDate ? format.digits(value) : value}
            onChange={(event) => onChange(tidy(event.target.value))}
          />
        )
      }
    </Field>
  );
}
