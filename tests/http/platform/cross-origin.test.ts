import { describe, expect, it } from 'vitest';
import { usePortal } from '../../support/portal.ts';
import { expectRefusal } from '../steps.ts';

const client = 'https://client.example';
const portal = usePortal({ ALLOWED_ORIGINS: `${client}, https://other.example` });
const preflight = (origin: string) =>
  portal.call('OPTIONS', '/account/orders/', {
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization,idempotency-key',
    },
  });

describe('a web client on another origin', () => {
  it('that is allowed may send requests with the Authorization header, without cookies', async () => {
    const { status, headers } = await preflight(client);
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe(client);
    expect(headers.get('access-control-allow-headers')).toContain('Authorization');
    expect(headers.get('access-control-allow-headers')).toContain('Idempotency-Key');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    expect(
      Object.fromEntries([...headers].filter(([name]) => /^(?:access-control|vary)/.test(name))),
    ).toEqual({
      'access-control-allow-origin': client,
      'access-control-allow-headers':
        'Authorization, Content-Type, Accept, Accept-Language, Idempotency-Key, X-Viewing',
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      'access-control-expose-headers':
        'Date, Retry-After, Content-Disposition, Idempotent-Replayed, Idempotent-Age, X-Pages',
      'access-control-max-age': '600',
      vary: 'Origin',
    });
    const person = await portal.customer();
    const answer = await portal.call('GET', '/account/services/', {
      token: person.token,
      headers: { Origin: client, 'Accept-Encoding': 'gzip' },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe(client);
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    expect(answer.headers.get('vary')).toBe('Origin, Accept-Encoding');
    await portal.topUp(person, '100');
    const { body: people } = await portal.call('GET', '/sandbox/people/', { token: person.token });
    const made = await portal.call('POST', '/account/server-copy-unofficial/', {
      token: person.token,
      body: { nid: people[0]!.nid, date_of_birth: people[0]!.date_of_birth, type: 'NEW' },
    });
    const paper = await portal.call('GET', `/server-copy-unofficial/${made.body.file_code}/`, {
      token: person.token,
      headers: { Origin: client },
    });
    expect(paper.headers.get('content-type')).toBe('application/pdf');
    expect(paper.headers.get('access-control-allow-origin')).toBe(client);
    const refused = await portal.call('GET', '/account/services/', { headers: { Origin: client } });
    expect(refused.status).toBe(401);
    expect(refused.headers.get('access-control-allow-origin')).toBe(client);
  });

  it('that is not allowed signs nobody in or out and changes nothing', async () => {
    const person = await portal.customer();
    const signIn = { username: person.email, password: person.password };
    const tryAll = async (headers: Record<string, string>) => {
      const answers = [
        await portal.call('POST', '/token/', { body: signIn, headers }),
        await portal.call('POST', '/token/logout/', { body: {}, token: person.token, headers }),
        await portal.call('POST', '/account/sign-up/', { form: new FormData(), headers }),
        await portal.call('POST', '/sandbox/pay/x/', { body: 'action=pay', headers }),
      ];
      return answers.map(({ status }) => status);
    };
    for (const headers of [
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site', Origin: 'https://evil.example' },
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: `${client}.evil.example` },
    ])
      expect(await tryAll(headers), JSON.stringify(headers)).toEqual([403, 403, 403, 403]);
    expect((await portal.call('GET', '/account/sessions/', { token: person.token })).status).toBe(200);
    for (const headers of [
      { Origin: portal.origin, 'Sec-Fetch-Site': 'same-origin' },
      { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' },
      { Origin: client, 'Sec-Fetch-Site': 'cross-site' },
      {},
    ])
      expect((await portal.call('POST', '/token/', { body: signIn, headers })).status).toBe(200);
  });

  it('that is not allowed receives nothing', async () => {
    for (const origin of ['https://evil.example', 'null', `${client}.evil.example`]) {
      const asked = await preflight(origin);
      expect(asked.status).toBe(404);
      expect([...asked.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
      const answer = await portal.call('GET', '/public/services/', { headers: { Origin: origin } });
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  it('gets a response to OPTIONS only as a preflight, and its body is not read', async () => {
    const options = (headers: Record<string, string>) =>
      portal.call('OPTIONS', '/account/orders/', { body: '{"broken', headers });
    for (const headers of [{}, { Origin: 'https://evil.example' }])
      expectRefusal(await options({ ...headers, 'Content-Type': 'application/json' }), 'not_found');
  });
});
