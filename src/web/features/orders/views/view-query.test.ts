import { expect, test } from 'vitest';
import { shows, viewQueryOf } from './view-query.ts';

const none = { search: '', status: 'all', service: '', due: '', mine: '', snoozed: '', tag: '' } as const;

test('a view keeps what differs from the list as it begins, and never the search', () => {
  expect(viewQueryOf({ ...none, search: 'রহিম' }, 'all')).toEqual({});
  expect(viewQueryOf({ ...none, status: 'pending', due: 'first' }, 'pending')).toEqual({ due: 'first' });
  expect(viewQueryOf({ ...none, service: 'এনআইডি', mine: 'yes' }, 'pending')).toEqual({
    status: 'all',
    service: 'এনআইডি',
    mine: 'yes',
  });
  expect(viewQueryOf({ ...none, tag: 4 }, 'all')).toEqual({ tag: 4 });
});

test('a list shows a view whose page and filters it has, in whatever order', () => {
  const view = { list: 'all', query: { mine: 'yes', due: 'first' } } as const;
  expect(shows(view, 'all', { due: 'first', mine: 'yes' })).toBe(true);
  expect(shows(view, 'pending', { due: 'first', mine: 'yes' })).toBe(false);
  expect(shows(view, 'all', { due: 'first' })).toBe(false);
});
