import { expect, it } from 'vitest';
import { type PersonalTable, withAccount } from '../platform/personal-data.ts';
import { archiveFiles, archiveSections, inventory } from './personal-data.ts';

/** Columns that an erasure covers but the archive neither contains nor explicitly omits. */
const leftOut = (tables: ReadonlyMap<string, PersonalTable>) => {
  const selects = [...Object.values(archiveSections).map(({ select }) => select), ...archiveFiles];
  const isRead = (table: string, column = table) =>
    selects.some(
      (sql) => new RegExp(`(from|join) ${table}\\b`).test(sql) && new RegExp(`\\b${column}\\b`).test(sql),
    );
  return [...tables].flatMap(([table, { erasure, indexed = {}, stored = [], unread = {} }]) => {
    if (!erasure || typeof unread === 'string') return [];
    if (erasure.act === 'remove') return isRead(table) ? [] : [table];
    const columns = erasure.act === 'blank' ? Object.keys(erasure.columns) : erasure.columns;
    const known = new Set([...Object.keys(unread), ...Object.keys(indexed), ...stored]);
    return columns
      .filter((column) => !known.has(column) && !isRead(table, column))
      .map((column) => `${table}.${column}`);
  });
};

it('the archive has what an erasure takes, or the table says why not', () => {
  expect(leftOut(inventory)).toEqual([]);
  const columns = { note: 'empty', name: 'empty' } as const;
  const planted: PersonalTable = {
    ...{ other: [], life: withAccount, unread: { note: 'planted' } },
    erasure: { act: 'blank', whose: 'true', columns },
  };
  const removed: PersonalTable = { ...planted, unread: {}, erasure: { act: 'remove', whose: 'true' } };
  expect(leftOut(new Map([['diaries', planted]]))).toEqual(['diaries.name']);
  expect(leftOut(new Map([['diaries', removed]]))).toEqual(['diaries']);
});
