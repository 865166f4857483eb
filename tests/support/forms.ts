// Owners' forms for tests: one with a field of every kind, and arbitrary ones.
import fc from 'fast-check';
import {
  type FormField,
  type FormPaper,
  fieldKinds,
  type ServiceForm,
} from '#contract/catalogue/form-rules.ts';

const none = { bn: '', en: '' };

export const formField = (key: string, more: Partial<FormField> = {}): FormField => ({
  key,
  kind: 'text',
  label: { bn: `ঘর ${key}`, en: `Field ${key}` },
  help: none,
  required: false,
  when: null,
  shortest: null,
  longest: null,
  choices: [],
  ...more,
});

export const formPaper = (key: string, more: Partial<FormPaper> = {}): FormPaper => ({
  key,
  label: { bn: `কাগজ ${key}`, en: `Paper ${key}` },
  help: none,
  required: false,
  when: null,
  takes: 'both',
  both_sides: false,
  most: 2,
  megabytes: 5,
  ...more,
});

const choices = [
  { key: 'new', label: { bn: 'নতুন', en: 'New' } },
  { key: 'renewal', label: { bn: 'নবায়ন', en: 'Renewal' } },
];

/** A field of each kind, a paper, a condition, a checklist. */
export const wholeForm: ServiceForm = {
  fields: [
    formField('purpose', { required: true }),
    formField('details', { kind: 'long_text' }),
    formField('reference', { kind: 'digits', shortest: 10, longest: 17, required: true }),
    formField('born', { kind: 'date', required: true }),
    formField('way', { kind: 'choice', choices, required: true }),
    formField('mobile', { kind: 'phone', required: true }),
    formField('applicant', { kind: 'person', required: true }),
    formField('guardian', {
      kind: 'person',
      required: true,
      when: { field: 'born', is: 'younger', value: '18' },
    }),
    formField('home', { kind: 'address' }),
    formField('income', { kind: 'amount' }),
    formField('married', { kind: 'yes_no' }),
  ],
  papers: [
    formPaper('nid', { takes: 'photo', both_sides: true, required: true }),
    formPaper('old_licence', {
      takes: 'pdf',
      when: { field: 'way', is: 'equal', value: 'renewal' },
      required: true,
    }),
  ],
  checks: [
    { key: 'seen', label: { bn: 'ছবি মিলিয়ে দেখেছি', en: 'Compared the photos' }, required: true },
    { key: 'called', label: { bn: 'ফোনে কথা বলেছি', en: 'Called by phone' }, required: false },
  ],
};

export const goodAnswers = {
  purpose: 'ভিসার জন্য',
  reference: '১৯৯০১২৩৪৫৬',
  born: '15/03/1990',
  way: 'new',
  mobile: '(+৮৮০) 01712-345678',
  applicant: 'করিম উদ্দিন',
  'applicant.nid': '1990123456',
  income: '২৫ ০০০ টাকা',
  married: 'yes',
};

const words = fc.constantFrom(
  { bn: 'নাম', en: 'Name' },
  { bn: 'খুব লম্বা একটি ঘরের নাম', en: 'A rather long label' },
);

/** Forms that may be published. */
export const anyForm: fc.Arbitrary<ServiceForm> = fc
  .array(
    fc.record({
      kind: fc.constantFrom(...fieldKinds),
      label: words,
      required: fc.boolean(),
      condition: fc.option(fc.record({ back: fc.nat(5), is: fc.constantFrom('filled', 'equal', 'younger') })),
      digits: fc.tuple(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 10, max: 20 })),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((drafts) => {
    const fields: FormField[] = [];
    for (const [index, { kind, label, required, condition, digits }] of drafts.entries()) {
      const named = condition && fields[index - 1 - (condition.back % Math.max(index, 1))];
      const when = !named
        ? null
        : condition.is === 'younger' && named.kind === 'date'
          ? ({ field: named.key, is: 'younger', value: '18' } as const)
          : condition.is === 'equal'
            ? ({
                field: named.key,
                is: 'equal',
                value: { choice: 'new', yes_no: 'yes' }[named.kind as string] ?? 'ক',
              } as const)
            : ({ field: named.key, is: 'filled', value: '' } as const);
      fields.push(
        formField(`f${index}`, {
          ...{ kind, label, required, when },
          ...(kind === 'digits' ? { shortest: digits[0], longest: digits[1] } : {}),
          ...(kind === 'choice' ? { choices } : {}),
        }),
      );
    }
    return { fields, papers: [], checks: [] };
  });

const typedValue = fc.constantFrom(
  ...['', ' ', 'ক', 'yes', 'no', 'new', 'করিম', '0', '১২৩৪৫৬৭৮৯০', '01712345678', '15-03-2015', '1990-02-31'],
  ...['2010-01-01', '150.50', '-1', 'x'.repeat(300), '__proto__', '<b>', '1990123456'],
);

export const answersTo = (form: ServiceForm): fc.Arbitrary<Record<string, string>> =>
  fc
    .array(
      fc.tuple(
        fc.constantFrom(
          ...form.fields.map(({ key }) => key),
          ...form.fields.map(({ key }) => `${key}.nid`),
          'other',
        ),
        typedValue,
      ),
      { maxLength: 12 },
    )
    .map((pairs) => Object.fromEntries(pairs));
