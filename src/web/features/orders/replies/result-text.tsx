// The text of a result: typed, or a saved reply whose fields are filled in next to it.
import { useState } from 'react';
import type { Order } from '#contract/orders/calls.ts';
import type { FormState } from '../../../lib/use-form.ts';
import { Field } from '../../../ui/form/field.tsx';
import { FormField } from '../../../ui/form/form.tsx';
import { Input, Textarea } from '../../../ui/form/input.tsx';
import { useOrdersStaffText } from '../staff/text.ts';
import type { DeliveryValues } from '../undo/held-decisions.ts';
import { fieldsOf, fillFields } from './reply-fields.ts';
import { ReplyPicker } from './reply-picker.tsx';
import { useKnownFields } from './use-replies.ts';

const textLimit = 20_000;

interface ResultTextProps {
  form: Pick<FormState<DeliveryValues>, 'values' | 'set' | 'errors'>;
  order: Order;
}

export function ResultText({ form, order }: ResultTextProps) {
  const { work, replies: text } = useOrdersStaffText();
  const known = useKnownFields()(order);
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
        onPick={(body) => fill(body, {})}
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
          // A text edited by hand is no longer filled in from the reply.
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
