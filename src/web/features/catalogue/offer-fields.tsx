// The fields of a service or a sub-type, new or existing.
import { AmountInput } from '../../ui/form/amount-input.tsx';
import { ChoiceCards } from '../../ui/form/choice-cards.tsx';
import { DayInput } from '../../ui/form/day-input.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Input, Textarea } from '../../ui/form/input.tsx';
import { type OfferErrors, type OfferForm, unreadableDay } from './offer-form.ts';
import { useCatalogueText } from './text.ts';

interface OfferFieldsProps {
  form: OfferForm;
  errors: OfferErrors;
  kind: 'service' | 'new_service' | 'sub_type' | 'new_sub_type';
  isAutomatic: boolean;
  hasPriceMoved: boolean;
  onChange: (part: Partial<OfferForm>) => void;
}

export function OfferFields({ form, errors, kind, isAutomatic, hasPriceMoved, onChange }: OfferFieldsProps) {
  const words = useCatalogueText();
  const { dialog: text } = words;
  const isService = kind === 'service' || kind === 'new_service';
  const isNew = kind === 'new_service' || kind === 'new_sub_type';
  const line = (
    name: 'name' | 'nameEn' | 'description' | 'descriptionEn' | 'price' | 'contact' | 'hours',
    label: string,
    hint: string | undefined,
    rest: { inputMode?: 'decimal' | 'numeric' | 'tel'; maxLength?: number; required?: boolean },
  ) => (
    <Field label={label} hint={hint} error={errors[name]} required={rest.required ?? false}>
      {(control) =>
        name === 'price' ? (
          <AmountInput
            {...control}
            name={name}
            value={form.price}
            onChange={(event) => onChange({ price: event.target.value })}
          />
        ) : name === 'description' || name === 'descriptionEn' ? (
          <Textarea
            {...control}
            name={name}
            rows={2}
            maxLength={rest.maxLength}
            value={form[name]}
            onChange={(event) => onChange({ [name]: event.target.value })}
          />
        ) : (
          <Input
            {...control}
            name={name}
            inputMode={rest.inputMode}
            maxLength={rest.maxLength}
            value={form[name]}
            onChange={(event) => onChange({ [name]: event.target.value })}
          />
        )
      }
    </Field>
  );
  return (
    <>
      {isAutomatic ? null : line('name', text.name, undefined, { maxLength: 120, required: true })}
      {line('nameEn', text.nameEn, text.nameEnHint, { maxLength: 120 })}
      {isService ? line('description', text.description, text.descriptionHint, { maxLength: 300 }) : null}
      {isService ? line('descriptionEn', text.descriptionEn, undefined, { maxLength: 300 }) : null}
      {isService
        ? line('price', text.charge, isAutomatic ? undefined : text.chargeHint, {
            inputMode: 'decimal',
            required: true,
          })
        : line('price', text.price, text.priceHint, { inputMode: 'decimal' })}
      {!isNew && hasPriceMoved ? (
        <Field label={text.from} hint={text.fromHint} error={errors.from}>
          {(control) => (
            <DayInput
              {...control}
              name="from"
              value={form.from}
              onDay={(day = unreadableDay) => onChange({ from: day })}
            />
          )}
        </Field>
      ) : null}
      {kind === 'service' ? (
        <ChoiceCards
          legend={text.status}
          name="status"
          value={form.status}
          onChange={(status) => onChange({ status })}
          choices={[
            { value: 'active', label: words.active },
            { value: 'inactive', label: words.inactive },
          ]}
        />
      ) : null}
      {kind === 'new_service'
        ? null
        : line('contact', text.contact, text.contactHint, { inputMode: 'tel', maxLength: 40 })}
      {line('hours', text.hours, isService ? undefined : text.hoursHint, {
        inputMode: 'numeric',
        required: isService,
      })}
    </>
  );
}
