import { expect, test } from 'vitest';
import { pageWindow } from './page-window.ts';

test('the window shows at most five pages and stays inside the list', () => {
  expect(pageWindow(1, 3)).toEqual([1, 2, 3]);
  expect(pageWindow(1, 20)).toEqual([1, 2, 3, 4, 5]);
  expect(pageWindow(10, 20)).toEqual([8, 9, 10, 11, 12]);
  expect(pageWindow(20, 20)).toEqual([16, 17, 18, 19, 20]);
  expect(pageWindow(2, 9, 3)).toEqual([1, 2, 3]);
});
