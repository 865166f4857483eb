// What a browser or an on-screen keyboard may do by itself: fill in a field that declares what it holds, and change nothing in a password.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { CountedTextarea, Input, PasswordInput, Textarea } from './input.tsx';
import { SearchInput } from './search-input.tsx';

const none = () => undefined;

it.each([
  ['a field', <Input key="1" name="email" type="email" />],
  ['a text', <Textarea key="2" name="address" />],
  ['a counted text', <CountedTextarea key="3" name="reason" value="" limit={20} onChange={none} />],
  ['a search', <SearchInput key="4" value="" label="x" onChange={none} />],
])('%s offers nothing of the person before it', (_, field) => {
  expect(renderToStaticMarkup(field)).toMatch(/<(?:input|textarea)[^>]* autoComplete="off"/i);
});

it('a field that declares its content is offered for autofill', () => {
  expect(renderToStaticMarkup(<Input autoComplete="given-name" />)).toContain('"given-name"');
});

it('a visible password is neither capitalised nor corrected or learned by the keyboard', () => {
  const html = renderToStaticMarkup(<PasswordInput autoComplete="new-password" />);
  for (const told of ['autoCapitalize="none"', 'autoCorrect="off"', 'spellCheck="false"'])
    expect(html).toContain(told);
});
