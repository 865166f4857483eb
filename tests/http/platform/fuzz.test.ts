// Fuzzes every endpoint: the portal always responds in its declared shapes and never with a server error.
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Method } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import {
  calls,
  documents,
  encode,
  expectOwnShape,
  fieldsOf,
  fillPath,
  odd,
  text,
} from '../../support/odd-input.ts';
import type { Person } from '../../support/portal.ts';
import { usePortal } from '../../support/portal.ts';
import { expectBooksRight, expectRefusal } from '../steps.ts';

const portal = usePortal();
const seed = Number(process.env.PROPERTY_SEED ?? 20_261_121);

let customer: Person;
beforeAll(async () => {
  customer = await portal.customer();
  await portal.topUp(customer, '50000');
  console.log(`odd input: seed ${seed}`);
});

describe('odd values in path, query and body', () => {
  for (const { endpoint, method, name } of calls) {
    it(`get a valid response from ${name}`, async () => {
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

  it.each(documents)('get a valid response at %s', async (path) => {
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

/** Look like ids in the database, but are not. */
const nearlyIds = ['-'.repeat(36), 'a'.repeat(36), `${'a'.repeat(35)}-`, '0'.repeat(36)];

describe('almost valid ids', () => {
  it.each(nearlyIds)('get a valid response from every endpoint that takes one: %s', async (id) => {
    for (const { endpoint, method, name } of calls) {
      if (!endpoint.path.includes(':')) continue;
      const answer = await portal.call(method, fillPath(endpoint.path, [id, '1']), {
        token: portal.admin.token,
        ...(method === 'GET' ? {} : { body: {} }),
      });
      expectOwnShape(answer, `${name} with ${id}`);
    }
  });

  it.each(nearlyIds)('are refused inside a refresh token: %s', async (id) => {
    const refresh = `${id}.1.${'a'.repeat(43)}`;
    expectRefusal(await portal.call('POST', '/token/refresh/', { body: { refresh } }), 'invalid_token');
    expectOwnShape(await portal.call('POST', '/token/logout/', { body: { refresh } }), 'logout');
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
  it.each(bodies)(
    'get a valid response from every endpoint that takes one: %s',
    async (_what, type, body) => {
      for (const { endpoint, method, name } of writing) {
        const isEnd = endpoint === endpoints.signOut || endpoint === endpoints.updatePassword;
        const answer = await portal.call(method as Method, fillPath(endpoint.path, ['2000000000', '1']), {
          token: isEnd ? undefined : portal.admin.token,
          body,
          headers: { 'Content-Type': type, 'Idempotency-Key': 'odd' },
        });
        expectOwnShape(answer, `${name} with ${type}`);
      }
    },
  );

  it('pollute no prototype', () => {
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });
});

it('leaves the portal running, the people signed in and the books balanced', async () => {
  expect((await portal.call('GET', '/health/ready')).status).toBe(200);
  expect((await portal.call('GET', '/account/transaction-summary/', { token: customer.token })).status).toBe(
    200,
  );
  await expectBooksRight(portal);
});
