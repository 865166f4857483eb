import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ChoiceCards } from './choice-cards.tsx';
import { DateInput } from './date-input.tsx';
import { Field } from './field.tsx';

test.each([
  [{}, 0],
  [{ hint: 'h' }, 1],
  [{ hint: 'h', confirmation: 'c' }, 2],
  [{ hint: 'h', error: 'e' }, 1],
  [{ hint: 'h', error: 'e', confirmation: 'c' }, 1],
])('with %j the control is described by what is shown, and by nothing else', (given, count) => {
  const html = renderToStaticMarkup(
    <Field label="l" {...given}>
      {(control) => <input {...control} />}
    </Field>,
  );
  const named = /aria-describedby="([^"]*)"/.exec(html)?.[1]?.split(' ') ?? [];
  expect(named).toHaveLength(count);
  for (const id of named) expect(html).toContain(` id="${id}"`);
});

test.each([
  ['choices', <ChoiceCards key="" legend="l" name="n" value="" choices={[]} error="e" onChange={() => {}} />],
  ['a date that does not exist', <DateInput key="" value="31-02-2026" onChange={() => {}} />],
])('the error of %s is tied to what it is about', (_, element) => {
  const html = renderToStaticMarkup(element);
  expect(html).toContain('aria-invalid="true"');
  expect(html).toContain(`<p id="${/aria-describedby="([^"]*)"/.exec(html)?.[1]}" role="alert"`);
});
