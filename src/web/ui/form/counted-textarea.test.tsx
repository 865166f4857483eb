// The remaining length of a text: a browser counts what is typed, the server counts what it stores.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { cleanText } from '#contract/clean-text.ts';
import { toBengaliDigits } from '#contract/digits.ts';
import { CountedTextarea } from './input.tsx';

test.each(['\u09af\u09bc', '\u09df', 'বা\u09dcি', 'কথা', 'e\u0301'])(
  'the count of %s is that of the server',
  (typed) => {
    const html = renderToStaticMarkup(
      <CountedTextarea value={typed} limit={20} onChange={() => undefined} />,
    );
    expect(html).toContain(`>${toBengaliDigits(cleanText(typed).length)}/২০ `);
  },
);
