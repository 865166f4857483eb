// Odd input for every declared call, and what each response to it must look like.
import fc from 'fast-check';
import { expect } from 'vitest';
import { documentKindNames, documentKinds } from '#contract/documents/kinds.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { type ErrorCode, errorKey, errorStatus } from '#contract/errors.ts';
import type { Answer } from './portal.ts';

export const calls = (Object.values(endpoints) as Endpoint[]).flatMap((endpoint) =>
  endpoint.methods.map((method) => ({ endpoint, method, name: `${method} ${endpoint.path}` })),
);
export const documents = [
  ...documentKindNames.map((kind) => `${documentKinds[kind].path}:code/`),
  '/file/:code/',
  '/media/:code/',
  '/sandbox/pay/:code/',
];

/** Returns the names of all fields of a call, read from its declaration. */
export function fieldsOf(endpoint: Endpoint, part: 'body' | 'query'): string[] {
  // biome-ignore lint/suspicious/noExplicitAny: schemas are inspected without their types
  let schema = endpoint[part] as any;
  while (schema?.def?.innerType ?? schema?.def?.in) schema = schema.def.innerType ?? schema.def.in;
  return Object.keys(schema?.shape ?? {});
}

export const odd = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom<unknown>(
      '',
      ' ',
      '0',
      '1',
      '-1',
      '1.5',
      '1e3',
      'NaN',
      'null',
      'true',
      '০',
      '১২',
      '\u0000',
      '\ud800',
      '😀',
      'ক'.repeat(300),
      "'; drop table users; --",
      '%',
      '\\',
      '../../etc/passwd',
      '__proto__',
      '<script>',
      '\u202e',
      '2026-02-30',
      '31-12-1999',
      '99999999999999999999',
      '{}',
      '[]',
    ),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      false,
      0,
      -1,
      1,
      1.5,
      1e21,
      1e-9,
      2147483648,
      9007199254740992,
      [],
      {},
      [[]],
      [null],
      { a: { b: [] } },
      { toString: 1 },
      { constructor: { prototype: 1 } },
      { length: 5 },
    ),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.json({ maxDepth: 4 }).map((text) => JSON.parse(text) as unknown) },
);
export const text = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '1',
    '-1',
    'all',
    '%',
    '%00',
    '%E0%A4',
    '১',
    'null',
    'undefined',
    '[object Object]',
    '1e9',
    '999999999999',
    '..',
    '.',
    '~',
    "'",
    '"',
    '😀',
    'x'.repeat(290),
    'x'.repeat(301),
    'pending',
    'sandbox',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
export const encode = (value: string) =>
  /^%(00|E0)/.test(value) ? value : encodeURIComponent(value.toWellFormed());

export function expectOwnShape(answer: Answer, what: string): void {
  const { status, body } = answer;
  expect(status, `${what} ${JSON.stringify(body).slice(0, 300)}`).toBeLessThan(500);
  if (status < 400) return;
  if (typeof body === 'string') {
    // Pages of the sandbox provider respond with HTML.
    expect(what).toContain('/sandbox/pay/');
    return;
  }
  const shown = `${what} ${status} ${JSON.stringify(body).slice(0, 300)}`;
  if (status === 404 && body.state === 'unknown') return;
  // A field may itself be called `code`.
  if (body.code === undefined || Array.isArray(body.code)) {
    expect(status, shown).toBe(400);
    expect(Object.keys(body).length, shown).toBeGreaterThan(0);
    for (const messages of Object.values(body))
      expect(messages, shown).toEqual(expect.arrayContaining([expect.stringMatching(/[\u0980-\u09ff]/)]));
  } else {
    expect(errorStatus[body.code as ErrorCode], shown).toBe(status);
    expect(typeof body[errorKey(status)], shown).toBe('string');
  }
  expect(JSON.stringify(body), shown).not.toMatch(
    /select |insert |at \w+ \(|node_modules|FST_|ECONN|syntax error/,
  );
}

export const fillPath = (path: string, values: readonly string[]) => {
  let next = 0;
  return path.replace(/:\w+/g, () => {
    next += 1;
    return encode(values[next - 1] ?? '1') || '1';
  });
};
