// What a browser may fill by itself: only a field that names what it holds.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { CountedTextarea, Input, Textarea } from './input.tsx';
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

it('one that names what it holds offers that', () => {
  expect(renderToStaticMarkup(<Input autoComplete="given-name" />)).toContain('"given-name"');
});
