// The schema of a form. Anything else is rejected with a reason in words.
import { z } from 'zod';
import * as schema from '../schemas.ts';
import {
  type Condition,
  conditionKinds,
  type FormField,
  fieldKinds,
  maximumChecks,
  maximumChoices,
  maximumFields,
  maximumHelpLength,
  maximumLabelLength,
  maximumPapers,
  paperKinds,
  type ServiceForm,
} from './form-rules.ts';

/** Excludes names like `constructor`, because answers are read by key from plain objects. */
const key = schema
  .typed(30, 'form_key')
  .regex(/^[a-z][a-z0-9_]{0,29}$/, 'form_key')
  .refine((value) => !(value in {}), 'form_key');
const wordsOf = (bn: z.ZodType<string>, en: z.ZodType<string>) => z.strictObject({ bn, en }, 'form_label');
const label = wordsOf(
  schema.requiredText(maximumLabelLength, 'form_label'),
  schema.requiredText(maximumLabelLength, 'form_label'),
);
const help = wordsOf(schema.text(maximumHelpLength), schema.text(maximumHelpLength));
const whole = (min: number, max: number) =>
  z.int('invalid_number').min(min, 'out_of_range').max(max, 'out_of_range');
const required = z.boolean('invalid');

const when = z
  .strictObject({ field: key, is: z.enum(conditionKinds, 'form_condition'), value: schema.text(200) })
  .nullable();

const field = z.strictObject({
  key,
  kind: z.enum(fieldKinds, 'invalid'),
  label,
  help,
  required,
  when,
  shortest: whole(1, 40).nullable(),
  longest: whole(1, 40).nullable(),
  choices: z.array(z.strictObject({ key, label }), 'invalid').max(maximumChoices, 'too_many'),
});

const paper = z.strictObject({
  key,
  label,
  help,
  required,
  when,
  takes: z.enum(paperKinds, 'invalid'),
  both_sides: z.boolean('invalid'),
  most: whole(1, 5),
  megabytes: whole(1, 10),
});

const check = z.strictObject({ key, label, required });

/** Whether a condition refers to an earlier field, with a value that the field can have. */
function fits(
  { field: named, is, value }: Condition,
  before: readonly Pick<FormField, 'key' | 'kind' | 'choices'>[],
) {
  const found = before.find((one) => one.key === named);
  if (!found) return false;
  if (is === 'younger') return found.kind === 'date' && /^[1-9]\d{0,2}$/.test(value);
  if (is === 'filled') return true;
  if (found.kind === 'choice') return found.choices.some((choice) => choice.key === value);
  if (found.kind === 'yes_no') return value === 'yes' || value === 'no';
  return value !== '';
}

function findFault({ fields, papers, checks }: ServiceForm): string | undefined {
  const keys = [...fields, ...papers, ...checks].map((one) => one.key);
  if (new Set(keys).size < keys.length) return 'form_key';
  for (const [index, { kind, choices, shortest, longest, when: condition }] of fields.entries()) {
    const choiceKeys = new Set(choices.map((choice) => choice.key));
    if (kind === 'choice' ? choices.length < 2 || choiceKeys.size < choices.length : choices.length > 0)
      return 'form_choices';
    if (shortest !== null && longest !== null && shortest > longest) return 'form_digits';
    if (condition && !fits(condition, fields.slice(0, index))) return 'form_condition';
  }
  if (papers.some((one) => one.when && !fits(one.when, fields))) return 'form_condition';
  if (papers.some((one) => one.both_sides && one.takes === 'photo' && one.most < 2)) return 'form_both_sides';
  if (papers.reduce((sum, one) => sum + one.most, 0) > 10) return 'form_papers';
  return fields.length + papers.length === 0 ? 'form_empty' : undefined;
}

export const ServiceFormSchema = z
  .strictObject({
    fields: z.array(field, 'invalid').max(maximumFields, 'too_many'),
    papers: z.array(paper, 'invalid').max(maximumPapers, 'too_many'),
    checks: z.array(check, 'invalid').max(maximumChecks, 'too_many'),
  })
  .superRefine((form, context) => {
    const fault = findFault(form);
    if (fault) context.addIssue({ code: 'custom', message: fault });
  });
