// What an owner's command says of a database whose socket is gone.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sayPlainly } from '../../scripts/plain-faults.ts';
import { asOwner } from '../support/database.ts';
import { makeDataDir } from './process.ts';

it('a missing socket is a database that does not answer, not a missing file', async () => {
  const sockets = encodeURIComponent(join(makeDataDir(), 'gone'));
  const error = await asOwner(
    `postgres://postgres@127.0.0.1:5432/postgres?host=${sockets}`,
    'select 1',
  ).catch((reason: unknown) => reason);
  expect(sayPlainly(error)).toMatch(/^The database does not answer/);
});
