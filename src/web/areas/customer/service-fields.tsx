// Fields of an order that only some services need.

import type { Service } from '#contract/catalogue/calls.ts';
import { nameIn } from '#contract/catalogue/name-in.ts';
import { toAsciiDigits } from '#contract/digits.ts';
import { codeNeedingName, codeNeedingNidPair, maximumNumberLength } from '#contract/orders/rules.ts';
import { PhoneticInput } from '../../features/documents/phonetic/phonetic-inputs.tsx';
import { useOrdersText } from '../../features/orders/text.ts';
import { useFormat } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import type { FormState } from '../../lib/use-form.ts';
import { FormField } from '../../ui/form/form.tsx';
import { Input, Textarea } from '../../ui/form/input.tsx';

interface Values {
  name: string;
  number: string;
  nidPair: string;
}

interface ServiceFieldsProps<V extends Values> {
  form: Pick<FormState<V, string>, 'values' | 'set' | 'errors'>;
  service: Service | undefined;
}

export function ServiceFields({ form, service }: ServiceFieldsProps<Values>) {
  const { create: text } = useOrdersText();
  const format = useFormat();
  const language = useLanguage();
  return (
    <>
      {service?.code === codeNeedingName ? (
        <FormField form={form} name="name" label={text.name} required>
          {({ onChange: _, ...control }) => (
            <PhoneticInput
              {...control}
              onTyped={(name) => form.set({ name })}
              maxLength={200}
              autoComplete="off"
            />
          )}
        </FormField>
      ) : null}
      {service?.code === codeNeedingNidPair ? (
        <FormField form={form} name="nidPair" label={text.nidPair} hint={text.nidPairHint} required>
          {(control) => <Textarea {...control} maxLength={500} />}
        </FormField>
      ) : (
        <FormField
          form={form}
          name="number"
          label={
            nameIn(language, service?.place_holder_name ?? '', service?.place_holder_name_en) || text.number
          }
          hint={text.numberHint}
          read={(typed) => toAsciiDigits(typed).replace(/\D/g, '').slice(0, maximumNumberLength)}
          show={format.digits}
          required
        >
          {(control) => (
            <Input {...control} inputMode="numeric" autoComplete="off" className="tabular-nums" />
          )}
        </FormField>
      )}
    </>
  );
}
