// What a customer answered in the form that the order was placed with.
import { useQuery } from '@tanstack/react-query';
import type { FormField, ServiceForm } from '#contract/catalogue/form-rules.ts';
import { nidKeyOf } from '#contract/catalogue/form-rules.ts';
import type { Order } from '#contract/orders/calls.ts';
import { useFormat } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/language.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { SkeletonRows } from '../../../ui/states.tsx';
import { Card, Fact, Facts } from '../../../ui/surface.tsx';
import { publishedFormQuery } from '../queries.ts';
import { useOwnerFormWords } from './words.ts';

/** Renders nothing for an order with the built-in fields. */
export function OrderAnswers({ order: { form }, title }: { order: Order; title: string }) {
  const text = useOwnerFormWords();
  const { data, isPending, isError, refetch } = useQuery({
    ...publishedFormQuery(form?.id ?? 0),
    enabled: form !== undefined,
  });
  if (!form) return null;
  return (
    <Card title={title}>
      {isError ? (
        <ErrorState title={text.failed} onRetry={() => void refetch()} />
      ) : isPending ? (
        <SkeletonRows rows={3} />
      ) : (
        <AnswerFacts form={data.form} answers={form.answers} />
      )}
    </Card>
  );
}

function AnswerFacts({ form, answers }: { form: ServiceForm; answers: Readonly<Record<string, string>> }) {
  const language = useLanguage();
  const format = useFormat();
  const text = useOwnerFormWords();
  const words = (field: FormField, value: string) => {
    if (field.kind === 'choice')
      return field.choices.find(({ key }) => key === value)?.label[language] ?? value;
    if (field.kind === 'yes_no') return value === 'yes' ? text.yes : text.no;
    if (field.kind === 'amount') return format.taka(value);
    if (field.kind === 'date') return format.digits(value.split('-').reverse().join('-'));
    return field.kind === 'digits' || field.kind === 'phone' ? format.digits(value) : value;
  };
  const given = form.fields.filter(({ key }) => (answers[key] ?? '') !== '');
  if (given.length === 0) return <p className="text-muted">{text.none}</p>;
  return (
    <Facts>
      {given.map((field) => (
        <Fact key={field.key} label={field.label[language]}>
          <span className="break-words whitespace-pre-wrap" data-answer={field.key}>
            {words(field, answers[field.key]!)}
          </span>
          {answers[nidKeyOf(field.key)] ? (
            <span className="block text-muted">
              {text.nidShort}: {format.digits(answers[nidKeyOf(field.key)]!)}
            </span>
          ) : null}
        </Fact>
      ))}
    </Facts>
  );
}
