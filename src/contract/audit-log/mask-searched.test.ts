import { expect, test } from 'vitest';
import { maskSearched } from './mask-searched.ts';

test('of numbers and addresses that were searched for only the end goes on paper, of names everything', () => {
  expect(maskSearched('01711-223344')).toBe('…3344');
  expect(maskSearched('০১৭১১ ২২৩৩৪৪')).toBe('…৩৩৪৪');
  expect(maskSearched('01711.223344')).toBe('…3344');
  expect(maskSearched('1234/5678')).toBe('…5678');
  expect(maskSearched('88902')).toBe('…8902');
  expect(maskSearched('২১২৩')).toBe('২১২৩');
  expect(maskSearched('karim@example.com')).toBe('k•••@example.com');
  expect(maskSearched('করিম মিয়া 12')).toBe('করিম মিয়া 12');
});
