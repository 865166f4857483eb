import { expect, test } from 'vitest';
import { findShown, isWorthSaving, viewQueryOf } from './view-query.ts';

const none = {
  search: '',
  status: 'all',
  service: '',
  due: '',
  mine: '',
  snoozed: '',
  tag: '',
  hidden: '',
} as const;

test('a view stores what differs from the list’s defaults, and never the search', () => {
  expect(viewQueryOf({ ...none, search: 'রহিম' }, 'all')).toEqual({});
  expect(viewQueryOf({ ...none, status: 'pending', due: 'first' }, 'pending')).toEqual({ due: 'first' });
  expect(viewQueryOf({ ...none, service: 'এনআইডি', mine: 'yes' }, 'pending')).toEqual({
    status: 'all',
    service: 'এনআইডি',
    mine: 'yes',
  });
  expect(viewQueryOf({ ...none, tag: 4 }, 'all')).toEqual({ tag: 4 });
  const withColumns = viewQueryOf({ ...none, tag: 4, hidden: 'date,due' }, 'all');
  expect(withColumns).toEqual({ tag: 4, hidden: 'date,due' });
  expect(isWorthSaving(withColumns)).toBe(true);
  expect(isWorthSaving({ hidden: 'date' })).toBe(false);
});

test('a list shows a view with the same page and filters, in any order', () => {
  const view = { list: 'all', query: { mine: 'yes', due: 'first' } } as const;
  expect(findShown([view], 'all', { due: 'first', mine: 'yes' })).toBe(view);
  expect(findShown([view], 'pending', { due: 'first', mine: 'yes' })).toBeUndefined();
  expect(findShown([view], 'all', { due: 'first' })).toBeUndefined();
});

test('hidden columns of a view must match those of the list; a view without any matches all', () => {
  const plain = { list: 'all', query: { mine: 'yes' } } as const;
  const narrow = { list: 'all', query: { mine: 'yes', hidden: 'date,due' } } as const;
  expect(findShown([plain, narrow], 'all', { mine: 'yes', hidden: 'date,due' })).toBe(narrow);
  expect(findShown([plain, narrow], 'all', { mine: 'yes', hidden: 'date' })).toBe(plain);
  expect(findShown([plain, narrow], 'all', { mine: 'yes' })).toBe(plain);
  expect(findShown([narrow], 'all', { mine: 'yes' })).toBeUndefined();
});
