// The text of a result: typed, or a saved reply whose fields are filled in beside it.
import { useState } from 'react';
import { fullNameOf } from '#contract/accounts/person-name.ts';
import type { Order } from '#contract/orders/calls.ts';
import { useFormat } from '../../../lib/format.ts';
import { useServiceName } from '../../../lib/service-name.tsx';
import { now } from '../../../lib/time/clock.ts';
import type { FormState } from '../../../lib/use-form.ts';
import { Field } from '../../../ui/form/field.tsx';
import { FormField } from '../../../ui/form/form.tsx';
import { Input, Textarea } from '../../../ui/form/input.tsx';
import { useOrdersStaffText } from '../staff/text.ts';
import type { DeliveryValues } from '../undo/held-decisions.ts';
import { fieldsOf, fillFields, valuesOfKnown } from './reply-fields.ts';
import { ReplyPicker } from './reply-picker.tsx';

const textLimit = 20_000;

interface ResultTextProps {
  form: Pick<FormState<DeliveryValues>, 'values' | 'set' | 'errors'>;
  order: Order;
  /** Names of the fields that must not stay empty. */
  onFields: (names: readonly string[]) => void;
}

/** What the portal knows needs no typing. */
function useKnownFields(order: Order): Readonly<Record<string, string>> {
  const format = useFormat();
  const serviceName = useServiceName();
  const customer = fullNameOf(order.user);
  return valuesOfKnown({
    order: format.digits(order.id),
    customer: customer === '' ? order.user.username : customer,
    service: serviceName(order.service),
    today: format.date(new Date(now())),
  });
}

export function ResultText({ form, order, onFields }: ResultTextProps) {
  const { work, replies: text } = useOrdersStaffText();
  const known = useKnownFields(order);
  const [reply, setReply] = useState<{ body: string; values: Record<string, string> }>();
  const names = reply ? fieldsOf(reply.body).filter((name) => !Object.hasOwn(known, name)) : [];
  const fill = (body: string, values: Record<string, string>) => {
    setReply({ body, values });
    form.set({ text: fillFields(body, { ...known, ...values }) });
  };
  return (
    <>
      <ReplyPicker
        kind="result"
        limit={textLimit}
        value={reply ? '' : form.values.text}
        onPick={(body) => {
          fill(body, {});
          onFields(fieldsOf(body));
        }}
      />
      {reply && names.length > 0 ? (
        <div className="grid gap-3 sm:grid-cols-2">
          {names.map((name) => (
            <Field key={name} label={name} required>
              {(control) => (
                <Input
                  {...control}
                  maxLength={500}
                  autoComplete="off"
                  value={reply.values[name] ?? ''}
                  onChange={(event) => fill(reply.body, { ...reply.values, [name]: event.target.value })}
                />
              )}
            </Field>
          ))}
        </div>
      ) : null}
      <FormField
        form={{
          ...form,
          // A text changed by hand is no longer filled in from the reply.
          set(change) {
            setReply(undefined);
            form.set(change);
          },
        }}
        name="text"
        label={work.textLabel}
        hint={reply && names.length > 0 ? text.filledHint : undefined}
        required
      >
        {(control) => (
          <Textarea
            {...control}
            data-begin=""
            name="text_content"
            maxLength={textLimit}
            className="min-h-36"
          />
        )}
      </FormField>
    </>
  );
}
