import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
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
