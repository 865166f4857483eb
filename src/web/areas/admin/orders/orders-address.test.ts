import { expect, test } from 'vitest';
import { snoozedOf } from './orders-address.ts';

const all = { search: '', status: 'pending', due: '', mine: '', snoozed: '' } as const;

test('what is set aside is left out of the queue, and found by a search and in other lists', () => {
  expect(snoozedOf('pending', all)).toBe('no');
  expect(snoozedOf('pending', { ...all, search: 'রহিম' })).toBe('');
  expect(snoozedOf('pending', { ...all, status: 'rejected' })).toBe('');
  expect(snoozedOf('completed', { ...all, status: 'completed' })).toBe('');
  expect(snoozedOf('completed', { ...all, status: 'completed', mine: 'yes' })).toBe('no');
  expect(snoozedOf('completed', { ...all, status: 'completed', due: 'first' })).toBe('no');
  for (const snoozed of ['yes', 'mine'] as const)
    expect(snoozedOf('pending', { ...all, mine: 'yes', snoozed })).toBe(snoozed);
});
