import { expect, test } from 'vitest';
import { changedFields, mergeEdits } from './merge-edits.ts';

const base = { name: 'ক', price: '10', days: [5] };

test('typed changes override what another user saved, and undo nothing else of it', () => {
  const mine = { ...base, price: '12' };
  const newer = { ...base, price: '11', days: [5, 6] };
  expect(changedFields(base, newer)).toEqual(['price', 'days']);
  expect(mergeEdits(base, mine, newer)).toEqual({ name: 'ক', price: '12', days: [5, 6] });
  expect(changedFields(base, structuredClone(base))).toEqual([]);
  expect(changedFields({ items: [{ key: 'f', label: 'ক' }] }, { items: [{ label: 'ক', key: 'f' }] })).toEqual(
    [],
  );
});
