// Fuzzes every call: whatever is sent, the portal answers in its declared shapes and never with a server error.
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { documentKindNames, documentKinds } from '#contract/documents/kinds.ts';
import type { Endpoint, Method } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { type ErrorCode, errorKey, errorStatus } from '#contract/errors.ts';
import type { Answer, Person } from '../../support/portal.ts';
import { usePortal } from '../../support/portal.ts';
import { expectBooksRight } from '../steps.ts';

const portal = usePortal();
const seed = Number(process.env.PROPERTY_SEED ?? 20_261_121);

const calls = (Object.values(endpoints) as Endpoint[]).flatMap((endpoint) =>
  endpoint.methods.map((method) => ({ endpoint, method, name: `${method} ${endpoint.path}` })),
);
const documents = [
  ...documentKindNames.map((kind) => `${documentKinds[kind].path}:code/`),
  '/file/:code/',
  '/media/:code/',
  '/sandbox/pay/:code/',
];

/** Names of all fields of any call, read from the declarations. */
function fieldsOf(endpoint: Endpoint, part: 'body' | 'query'): string[] {
  // biome-ignore lint/suspicious/noExplicitAny: schemas are inspected without their types
  let schema = endpoint[part] as any;
  while (schema?.def?.innerType ?? schema?.def?.in) schema = schema.def.innerType ?? schema.def.in;
  return Object.keys(schema?.shape ?? {});
}

const odd = fc.oneof(
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
const text = fc.oneof(
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
const encode = (value: string) =>
  /^%(00|E0)/.test(value) ? value : encodeURIComponent(value.toWellFormed());

function expectOwnShape(answer: Answer, what: string): void {
  const { status, body } = answer;
  expect(status, `${what} ${JSON.stringify(body).slice(0, 300)}`).toBeLessThan(500);
  if (status < 400) return;
  if (typeof body === 'string') {
    // Pages of the sandbox provider answer with a page.
    expect(what).toContain('/sandbox/pay/');
    return;
  }
  const shown = `${what} ${status} ${JSON.stringify(body).slice(0, 300)}`;
  if (status === 404 && body.state === 'unknown') return;
  // A field may itself be called code.
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

let customer: Person;
beforeAll(async () => {
  customer = await portal.customer();
  await portal.topUp(customer, '50000');
  console.log(`odd input: seed ${seed}`);
});

const fillPath = (path: string, values: readonly string[]) => {
  let next = 0;
  return path.replace(/:\w+/g, () => {
    next += 1;
    return encode(values[next - 1] ?? '1') || '1';
  });
};

describe('odd values in path, query and body', () => {
  for (const { endpoint, method, name } of calls) {
    it(`are answered by ${name}`, async () => {
      const bodyFields = fieldsOf(endpoint, 'body');
      const queryFields = fieldsOf(endpoint, 'query');
      const input = fc.record({
        path: fc.array(text, { minLength: 2, maxLength: 2 }),
        query: fc.dictionary(fc.constantFrom('x', ...queryFields), text, { maxKeys: 4 }),
        body: fc.oneof(
          {
            weight: 5,
            arbitrary: fc.dictionary(fc.constantFrom('x', 'data', ...bodyFields), odd, {
              maxKeys: Math.max(bodyFields.length, 2),
            }),
          },
          { weight: 1, arbitrary: odd },
        ),
        byStaff: fc.boolean(),
        key: fc.constantFrom(undefined, 'same', '১', 'x'.repeat(256)),
      });
      await fc.assert(
        fc.asyncProperty(input, async ({ path, query, body, byStaff, key }) => {
          // Ending the session would end the test.
          const isEnd = endpoint === endpoints.signOut || endpoint === endpoints.updatePassword;
          const search = Object.entries(query)
            .map(([field, value]) => `${field}=${encode(value)}`)
            .join('&');
          const address = `${fillPath(endpoint.path, path)}?${search}`;
          const answer = await portal.call(method, address, {
            token: isEnd ? undefined : byStaff ? portal.admin.token : customer.token,
            ...(method === 'GET' ? {} : { body: JSON.stringify(body) ?? 'null' }),
            headers: {
              'Content-Type': 'application/json',
              ...(key === undefined ? {} : { 'Idempotency-Key': encodeURIComponent(key) }),
            },
          });
          expectOwnShape(answer, `${method} ${address.slice(0, 200)} ${JSON.stringify(body)?.slice(0, 300)}`);
        }),
        { seed, numRuns: 25, endOnFailure: true },
      );
    });
  }

  it.each(documents)('are answered at %s', async (path) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: 1, maxLength: 1 }),
        fc.boolean(),
        async (values, signedIn) => {
          const address = fillPath(path, values);
          expectOwnShape(
            await portal.call('GET', `${address}?download=${encode(values[0]!)}`, {
              token: signedIn ? customer.token : undefined,
            }),
            `GET ${address}`,
          );
        },
      ),
      { seed, numRuns: 20, endOnFailure: true },
    );
  });
});

describe('odd bodies', () => {
  const writing = calls.filter(({ method }) => method !== 'GET');
  const nested = (depth: number, open: string, close: string) =>
    `${open.repeat(depth)}1${close.repeat(depth)}`;
  const bodies: [string, string, string][] = [
    ['a list nested 200 times', 'application/json', nested(200, '[', ']')],
    ['a list nested 3,000 times in a field', 'application/json', `{"note": ${nested(3_000, '[', ']')}}`],
    ['a list nested 100,000 times', 'application/json', nested(100_000, '[', ']')],
    ['an object nested 2,000 times', 'application/json', nested(2_000, '{"a":', '}')],
    [
      'a string of a million signs',
      'application/json',
      JSON.stringify({
        first_name: 'ক'.repeat(1_000_000),
        username: 'x'.repeat(1_000_000),
        token: 'x'.repeat(1_000_000),
        note: 'x'.repeat(1_000_000),
      }),
    ],
    [
      'fifty thousand fields',
      'application/json',
      JSON.stringify(
        Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`field${index}`, index])),
      ),
    ],
    [
      'a prototype',
      'application/json',
      '{"__proto__": {"isAdmin": true}, "constructor": {"prototype": {"x": 1}}}',
    ],
    ['JSON that is cut off', 'application/json', '{"username": "a", "pass'],
    ['bytes that are no UTF-8', 'application/json', '{"username": "\u00ff\u00fe"}'],
    ['a number', 'application/json', '42'],
    ['null', 'application/json', 'null'],
    ['a form without its boundary', 'multipart/form-data', 'nothing'],
    [
      'a form that is cut off',
      'multipart/form-data; boundary=xx',
      '--xx\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7',
    ],
    [
      'a form with a hundred fields',
      'multipart/form-data; boundary=xx',
      `${Array.from({ length: 100 }, (_, index) => `--xx\r\nContent-Disposition: form-data; name="f${index}"\r\n\r\n1\r\n`).join('')}--xx--\r\n`,
    ],
    [
      'a form with two files',
      'multipart/form-data; boundary=xx',
      `${['a', 'b'].map((name) => `--xx\r\nContent-Disposition: form-data; name="${name}"; filename="${name}.pdf"\r\n\r\n%PDF-1.7\r\n`).join('')}--xx--\r\n`,
    ],
    [
      'a form whose data is no JSON',
      'multipart/form-data; boundary=xx',
      '--xx\r\nContent-Disposition: form-data; name="data"\r\n\r\nnothing\r\n--xx--\r\n',
    ],
    [
      'a form of addresses',
      'application/x-www-form-urlencoded',
      'username=a&password=b&__proto__=1&a[b]=c&%E0%A4%A=1',
    ],
    ['plain text', 'text/plain', 'hello'],
    ['XML', 'application/xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
    ['a type that is none', 'nonsense', '{}'],
  ];
  it.each(bodies)('are answered by every call that takes one: %s', async (_what, type, body) => {
    for (const { endpoint, method, name } of writing) {
      const isEnd = endpoint === endpoints.signOut || endpoint === endpoints.updatePassword;
      const answer = await portal.call(method as Method, fillPath(endpoint.path, ['2000000000', '1']), {
        token: isEnd ? undefined : portal.admin.token,
        body,
        headers: { 'Content-Type': type, 'Idempotency-Key': 'odd' },
      });
      expectOwnShape(answer, `${name} with ${type}`);
    }
  });

  it('leave no trace on the prototype of anything', () => {
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });
});

it('leaves the portal alive, the people signed in and the books right', async () => {
  expect((await portal.call('GET', '/health/ready')).status).toBe(200);
  expect((await portal.call('GET', '/account/transaction-summary/', { token: customer.token })).status).toBe(
    200,
  );
  await expectBooksRight(portal);
});
