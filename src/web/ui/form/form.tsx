// Renders a form of `useForm`: its element, and its fields by name. No other file renders a form element.
import type { ChangeEvent, ComponentProps, ReactNode } from 'react';
import type { FormState } from '../../lib/use-form.ts';
import { Field } from './field.tsx';

interface FormProps extends Omit<ComponentProps<'form'>, 'form' | 'ref' | 'onSubmit' | 'noValidate'> {
  form: Pick<FormState<object>, 'ref' | 'submit'>;
}

export function Form({ form, ...rest }: FormProps) {
  return <form noValidate {...rest} ref={form.ref} onSubmit={form.submit} />;
}

type FieldProps = ComponentProps<typeof Field>;
type TextName<V> = { [K in keyof V]: V[K] extends string ? K : never }[keyof V] & string;

interface FormFieldProps<V extends object> extends Omit<FieldProps, 'children'> {
  form: Pick<FormState<V>, 'values' | 'set' | 'errors'>;
  name: TextName<V>;
  /** Converts typed text to the stored value. */
  read?: (typed: string) => string;
  /** Formats the stored value for the field. */
  show?: (stored: string) => string;
  children: (
    control: Parameters<FieldProps['children']>[0] & {
      name: string;
      value: string;
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) => void;
    },
  ) => ReactNode;
}

const asItIs = (text: string) => text;

export function FormField<V extends object>({
  form,
  name,
  read = asItIs,
  show = asItIs,
  error,
  children,
  ...field
}: FormFieldProps<V>) {
  return (
    <Field {...field} error={form.errors[name] ?? error}>
      {(control) =>
        children({
          ...control,
          name,
          value: show(form.values[name] as string),
          onChange: (event) => form.set({ [name]: read(event.target.value) } as unknown as Partial<V>),
        })
      }
    </Field>
  );
}
