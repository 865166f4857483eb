// A form in the builder: what a new item looks like, and the form that a service starts with.
import type { Service } from '#contract/catalogue/calls.ts';
import type { FormCheck, FormField, FormPaper, ServiceForm } from '#contract/catalogue/form-rules.ts';
import { codeNeedingName, codeNeedingNidPair } from '#contract/orders/rules.ts';

const none = { bn: '', en: '' };

/** Returns a key that the form does not use yet. Orders store it, so it never changes. */
export function newKey(form: ServiceForm, letter: string): string {
  const taken = new Set([...form.fields, ...form.papers, ...form.checks].map(({ key }) => key));
  let count = 1;
  while (taken.has(`${letter}${count}`)) count += 1;
  return `${letter}${count}`;
}

export const newField = (key: string, more: Partial<FormField> = {}): FormField => ({
  ...{ key, kind: 'text', label: none, help: none, required: true, when: null },
  ...{ shortest: null, longest: null, choices: [] },
  ...more,
});

export const newPaper = (key: string): FormPaper => ({
  ...{ key, label: none, help: none, required: true, when: null },
  ...{ takes: 'both', both_sides: false, most: 2, megabytes: 10 },
});

export const newCheck = (key: string): FormCheck => ({ key, label: none, required: true });

const number = (key: string, bn: string, en: string, shortest: number, longest: number) =>
  newField(key, { kind: 'digits', label: { bn, en }, shortest, longest });

/** The built-in fields of a service without a form, as a form. */
export function builtInForm({ code, place_holder_name, place_holder_name_en }: Service): ServiceForm {
  const numbers =
    code === codeNeedingNidPair
      ? [
          number('ten', '১০ ডিজিটের এনআইডি', '10-digit NID', 10, 10),
          number('seventeen', '১৭ ডিজিটের এনআইডি', '17-digit NID', 17, 17),
        ]
      : [
          number(
            'number',
            place_holder_name || 'ফরম / এনআইডি নম্বর',
            place_holder_name_en || 'Form or NID number',
            1,
            17,
          ),
        ];
  const name = newField('name', { kind: 'text', label: { bn: 'নাম', en: 'Name' } });
  return { fields: [...(code === codeNeedingName ? [name] : []), ...numbers], papers: [], checks: [] };
}

export function moved<T>(items: readonly T[], index: number, by: -1 | 1): readonly T[] {
  const copy = [...items];
  const [item] = copy.splice(index, 1);
  copy.splice(Math.max(0, index + by), 0, item!);
  return copy;
}
