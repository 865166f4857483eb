import { describe, expect, it } from 'vitest';
import { checkIdentity, type InstallationState } from './identity.rules.ts';

const a = '0190a000-0000-7000-8000-000000000001';
const b = '0190a000-0000-7000-8000-000000000002';
type Part = { id?: string; hasData?: boolean };
const holdings = (
  database: Part & { namesFiles?: boolean },
  files: Part | undefined,
  keys: Part & { areProven?: boolean },
): InstallationState => ({
  database: { id: undefined, hasData: false, namesFiles: false, ...database },
  files: files && { id: undefined, hasData: false, ...files },
  keys: { id: undefined, hasData: false, areProven: false, ...keys },
});
const full = { hasData: true };

describe('a start proceeds', () => {
  it.each([
    ['on a fresh machine', holdings({}, {}, {}), undefined],
    ['after one that was cut off once the database was written', holdings({ id: a }, {}, {}), a],
    ['after one that was cut off before the keys', holdings({ id: a }, { id: a }, {}), a],
    ['where all three agree', holdings({ id: a, ...full }, { id: a, ...full }, { id: a, ...full }), a],
    [
      'where all three agree, and nothing was stored yet',
      holdings({ id: a }, { id: a }, { id: a, ...full }),
      a,
    ],
    ['with a store that cannot be reached', holdings({ id: a, ...full }, undefined, { id: a, ...full }), a],
    [
      'with a copy of the keys that a second process has',
      holdings({ id: a, ...full }, { id: a, ...full }, { ...full, areProven: true }),
      a,
    ],
    [
      'on an installation of before, with files',
      holdings({ ...full, namesFiles: true }, full, full),
      undefined,
    ],
    ['on an installation of before, without files', holdings(full, {}, full), undefined],
  ])('%s', (_, found, id) => {
    expect(checkIdentity(found)).toEqual({ act: 'go', id });
  });
});

describe('a start is refused', () => {
  it.each([
    [
      'when the database is empty',
      holdings({}, { id: a, ...full }, { id: a, ...full }),
      'The database is empty',
    ],
    [
      'when the database is empty and nothing was stored yet',
      holdings({}, { id: a }, { id: a, ...full }),
      'The database is empty',
    ],
    ['when only the store has something', holdings({}, full, {}), 'The database is empty'],
    ['when the store is another’s, still empty one', holdings({}, { id: a }, {}), 'The database is empty'],
    ['when only the keys have something', holdings({}, {}, full), 'The database is empty'],
    [
      'when the database is of somebody else',
      holdings({ id: b, ...full }, { id: a, ...full }, { id: a, ...full }),
      'do not belong together',
    ],
    [
      'when the database is of before and the keys are not',
      holdings(full, { id: a, ...full }, { id: a, ...full }),
      'The database does not belong',
    ],
    [
      'when the bucket is of somebody else',
      holdings({ id: a, ...full }, { id: b, ...full }, { id: a, ...full }),
      'do not belong together',
    ],
    [
      'when the bucket is an empty one',
      holdings({ id: a, ...full }, {}, { id: a, ...full }),
      'The stored files are missing',
    ],
    [
      'when the keys are not mounted',
      holdings({ id: a, ...full }, { id: a, ...full }, {}),
      'The keys are missing',
    ],
    [
      'when the keys are others without an identity',
      holdings({ id: a, ...full }, { id: a, ...full }, full),
      'The keys are missing',
    ],
    [
      'when the keys are of somebody else',
      holdings({ id: a, ...full }, { id: a, ...full }, { id: b, ...full }),
      'do not belong together',
    ],
    ['of before, without its keys', holdings(full, full, {}), 'The keys are missing'],
    [
      'of before, without its files',
      holdings({ ...full, namesFiles: true }, {}, full),
      'The stored files are missing',
    ],
    ['the first time, with a store that cannot be reached', holdings({}, undefined, {}), 'cannot be reached'],
  ])('%s', (_, found, why) => {
    const verdict = checkIdentity(found);
    expect(verdict).toMatchObject({ act: 'refuse', why: expect.stringContaining(why) });
    expect(verdict).toMatchObject({ why: expect.stringContaining('Nothing was changed') });
  });
});
