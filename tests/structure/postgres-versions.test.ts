// `npm run test:postgres` takes the newest published release of a major version.
import { expect, it } from 'vitest';
import { newestOf } from '../../scripts/postgres-versions.ts';

const published = [
  '16.9.0-beta.15',
  '16.14.0-beta.17',
  '16.14.0-beta.9',
  '16.13.0-beta.17',
  '17.0.0-beta.13',
];

it('is chosen by its numbers, not by its letters', () => {
  expect(newestOf('16', published)).toBe('16.14.0-beta.17');
  expect(newestOf('17', published)).toBe('17.0.0-beta.13');
  expect(() => newestOf('1', published)).toThrow('PostgreSQL 1 is not published');
});
