// `npm test -- --changed` runs the tests a change affects and skips the rest.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findTestsOf } from '../../scripts/changed-tests.ts';

const root = join(import.meta.dirname, '../..');
const modules = ['accounts', 'documents', 'files', 'orders', 'payments', 'reports', 'wallet'];

describe('the tests of a change', () => {
  it.each(modules)('in %s are those of its module, and the journeys that show it', (name) => {
    const tests = findTestsOf([`src/server/${name}/some.service.ts`]);
    expect(tests).toEqual([
      `src/contract/${name}/`,
      `src/server/${name}/`,
      'src/web/areas/',
      `src/web/features/${name}/`,
      `tests/http/${name}/`,
      'tests/journeys/',
      'tests/structure/',
    ]);
    expect(findTestsOf([`src/contract/${name}/calls.ts`])).not.toContain('tests/journeys/');
    expect(existsSync(join(root, `tests/http/${name}`))).toBe(true);
  });

  it.each([
    'migrations/20990101000000_more.sql',
    'package-lock.json',
    'src/contract/money.ts',
    'src/contract/dates/dates.ts',
    'src/contract/live/calls.ts',
    'src/server/app.ts',
    'src/server/platform/mail/mail.ts',
    'src/server/ledger/post.ts',
    'tests/support/portal.ts',
  ])('in %s are all', (path) => {
    expect(findTestsOf([path])).toEqual(expect.arrayContaining(['src/', 'tests/']));
  });

  it('are only the changed test itself, and no browser starts for it', () => {
    expect(findTestsOf(['tests/http/orders/orders.test.ts'])).toEqual([
      'tests/http/orders/orders.test.ts',
      'tests/structure/',
    ]);
  });

  it('in a document are those of the whole source; there are none if nothing changed', () => {
    expect(findTestsOf(['docs/operations.md'])).toEqual(['tests/structure/']);
    expect(findTestsOf([])).toEqual([]);
  });
});
