import { expect, test } from 'vitest';
import { idOf, listSearch, noticeSearch, pageOf } from './search-params.ts';

test('an invalid page or number is ignored', () => {
  for (const page of ['2.5', '0', '1', '-3', 'x', undefined]) expect(pageOf({ page })).toEqual({});
  expect(pageOf({ page: '2' })).toEqual({ page: 2 });
  for (const tag of ['0', '-4', '1.5', 'x', undefined]) expect(idOf({ tag }, 'tag')).toEqual({});
  expect(idOf({ tag: 4 }, 'tag')).toEqual({ tag: 4 });
});

test('a search for a number is read as its digits', () => {
  expect(listSearch({ search: 123 })).toEqual({ search: '123' });
  expect(listSearch({ search: '' })).toEqual({});
  expect(listSearch({ search: ['a'] })).toEqual({});
  expect(noticeSearch({ unread: 'no' })).toEqual({});
});
