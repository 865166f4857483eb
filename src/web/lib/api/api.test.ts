// Twenty requests find their access token expired at the same moment. They renew it once, and all of them succeed.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const claims = (name: string) =>
  `h.${btoa(JSON.stringify({ user_id: 1, is_admin: false, name })).replace(/=+$/, '')}.s`;
const user = {
  id: 1,
  email: 'a@mail.test',
  username: 'a@mail.test',
  first_name: 'ক',
  last_name: 'খ',
  roles: ['customer'],
  is_admin: false,
  profile_image: null,
};

const stored = new Map<string, string>();
let asked: { path: string; token: string | undefined }[] = [];
let answer: (path: string, token: string | undefined) => { status: number; body: unknown };

beforeEach(() => {
  vi.resetModules();
  stored.clear();
  asked = [];
  stored.set('access_token', claims('old'));
  stored.set('refresh_token', 'r1');
  stored.set('user_info', JSON.stringify(user));
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('fetch', async (path: string, init: { headers: Record<string, string> }) => {
    const token = init.headers.Authorization?.slice('Bearer '.length);
    asked.push({ path, token });
    await new Promise((resolve) => setTimeout(resolve, 5));
    const { status, body } = answer(path, token);
    return new Response(JSON.stringify(body), { status });
  });
});
afterEach(() => vi.unstubAllGlobals());

const refused = { status: 401, body: { detail: 'no', code: 'not_signed_in' } };

/** Refuses the stored token and answers the next one with this body. */
function answerAfterRenewal(body: object, status = 200): void {
  answer = (path, token) => {
    if (path === '/token/refresh/')
      return { status: 200, body: { access: claims('new'), refresh: 'r2', user_info: user } };
    return token === claims('new') ? { status, body } : refused;
  };
}

test('twenty calls at once with a dead access token renew it once', async () => {
  answerAfterRenewal({ current_balance: '1.00' });
  const { call } = await import('./api.ts');
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => call('GET /account/transaction-summary/')),
  );
  expect(answers).toHaveLength(20);
  expect(asked.filter(({ path }) => path === '/token/refresh/')).toHaveLength(1);
  expect(asked).toHaveLength(20 + 1 + 20);
  expect(stored.get('refresh_token')).toBe('r2');
});

test.each([
  ['is lost is asked for once more while the portal still repeats it', [undefined, 6_000]],
  ['is slow is not given up for that: what comes first counts', [8_000, undefined]],
  ['is slow still counts where asking again meets no network', [8_000, 'no network']],
])('a renewal whose answer %s', async (_, times) => {
  const usual = fetch;
  const sent: number[] = [];
  const { call } = await import('./api.ts');
  vi.useFakeTimers({ now: 0 });
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (path !== '/token/refresh/') return usual(path, init);
    const comesAt = times[sent.push(Date.now()) - 1];
    return new Promise((resolve, fail) => {
      init.signal?.addEventListener('abort', () => fail(init.signal!.reason));
      if (comesAt === 'no network') fail(new TypeError(comesAt));
      else if (typeof comesAt === 'number')
        setTimeout(() => resolve(usual(path, init)), comesAt - Date.now());
    });
  });
  answerAfterRenewal({});
  try {
    const called = call('GET /account/transaction-summary/');
    await vi.advanceTimersByTimeAsync(9_900);
    await called;
  } finally {
    vi.useRealTimers();
  }
  expect(sent).toHaveLength(2);
  expect(sent[1]! - sent[0]!).toBeLessThan(10_000);
  expect(stored.get('refresh_token')).toBe('r2');
});

test('when the renewal is refused all fail, and nothing of the session is left', async () => {
  answer = () => refused;
  const { call } = await import('./api.ts');
  const results = await Promise.allSettled(
    Array.from({ length: 5 }, () => call('GET /account/transaction-summary/')),
  );
  expect(results.every(({ status }) => status === 'rejected')).toBe(true);
  expect(asked.filter(({ path }) => path === '/token/refresh/')).toHaveLength(1);
  expect([...stored.keys()]).toEqual([]);
});

test('a server that has no time to renew it ends no session, and what another tab has renewed is used as it is', async () => {
  answer = (path) =>
    path === '/token/refresh/' ? { status: 429, body: { code: 'too_many_requests' } } : refused;
  const { call } = await import('./api.ts');
  await expect(call('GET /account/transaction-summary/')).rejects.toMatchObject({ status: 429 });
  expect(stored.get('refresh_token')).toBe('r1');

  asked = [];
  answer = (_path, token) => {
    if (token === claims('new')) return { status: 200, body: { current_balance: '1.00' } };
    stored.set('access_token', claims('new'));
    return refused;
  };
  await call('GET /account/transaction-summary/');
  expect(asked.map(({ path }) => path)).not.toContain('/token/refresh/');
});

test('a sign-out leaves nothing on the device, nor do staff who sign in; a session that ends by itself leaves what was not sent', async () => {
  const removed: string[] = [];
  vi.stubGlobal('indexedDB', { deleteDatabase: (name: string) => removed.push(name) });
  const { clearSession, storeTokens } = await import('../session.ts');
  const all = ['device-kept', 'device-outbox', 'device-drafts', 'device-shared'];
  clearSession({ left: true });
  expect(removed.splice(0)).toEqual(all);
  storeTokens({ access: claims('new'), refresh: 'r2', user_info: user } as never);
  expect(removed.splice(0)).toEqual([]);
  clearSession();
  expect(removed.splice(0)).toEqual(['device-kept']);
  storeTokens({ access: claims('new'), refresh: 'r2', user_info: { ...user, is_admin: true } } as never);
  expect(removed).toEqual(all);
});

test('an open call by a signed-in user is sent with a valid token', async () => {
  answerAfterRenewal({ message: 'done' }, 202);
  const { call } = await import('./api.ts');
  const { message } = await call('POST /account/password-reset/', { body: { email: 'b@mail.test' } });
  expect(message).toBe('done');
});

test('an open call goes on without a token when the session turns out to be over', async () => {
  answer = (path, token) =>
    path === '/token/refresh/' || token !== undefined
      ? refused
      : { status: 202, body: { message: 'done as a guest' } };
  const { call } = await import('./api.ts');
  const { message } = await call('POST /account/password-reset/', { body: { email: 'b@mail.test' } });
  expect(message).toBe('done as a guest');
  expect([...stored.keys()]).toEqual([]);
});

test('without any token nothing is sent', async () => {
  stored.clear();
  const { call } = await import('./api.ts');
  const called = call('GET /account/transaction-summary/');
  await expect(called).rejects.toMatchObject({ status: 401, message: 'No access token found' });
  expect(asked).toEqual([]);
});

test('an access token that cannot be read is removed, and no call is made with it', async () => {
  stored.set('access_token', 'no token at all');
  answer = () => ({ status: 200, body: { access: claims('new'), refresh: 'r2', user_info: user } });
  const { sessionReady } = await import('../session.ts');
  await sessionReady();
  expect(asked).toEqual([{ path: '/token/refresh/', token: undefined }]);
  expect(stored.get('access_token')).toBe(claims('new'));

  vi.resetModules();
  stored.set('access_token', 'no token at all');
  stored.delete('refresh_token');
  const again = await import('../session.ts');
  await again.sessionReady();
  expect([...stored.keys()]).toEqual([]);
});

test.each([
  ['whether the login still holds', undefined],
  ['for a new token, before the code came', { renewed: new Promise<false>(() => undefined) }],
])(
  'a page that asks %s on a line lost without a sound opens all the same, and goes on when it is back',
  async (_, before) => {
    vi.useFakeTimers();
    let isLost = true;
    answerAfterRenewal({ current_balance: '1.00' });
    const reach = fetch;
    vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
      isLost ? new Promise(() => undefined) : reach(path, init),
    );
    vi.stubGlobal('asked', before);
    try {
      const { session, sessionReady } = await import('../session.ts');
      const { call } = await import('./api.ts');
      let isReady = false;
      void sessionReady().then(() => {
        isReady = true;
      });
      await vi.advanceTimersByTimeAsync(5_000);
      expect([isReady, session().status]).toEqual([true, 'signed_in']);
      // By now the page has given up its request.
      await vi.advanceTimersByTimeAsync(60_000);
      isLost = false;
      const summary = call('GET /account/transaction-summary/');
      await vi.advanceTimersByTimeAsync(1_000);
      expect(await Promise.race([summary, undefined])).toMatchObject({ current_balance: '1.00' });
    } finally {
      vi.useRealTimers();
    }
  },
);

test('a renewal that nothing answers is given up, so that the next call can have one', async () => {
  vi.useFakeTimers();
  let isLost = true;
  answerAfterRenewal({ current_balance: '1.00' });
  const reach = fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    isLost && path === '/token/refresh/' ? new Promise(() => undefined) : reach(path, init),
  );
  try {
    const { call } = await import('./api.ts');
    const lost = call('GET /account/transaction-summary/').catch((error: Error) => error.name);
    await vi.advanceTimersByTimeAsync(60_000);
    isLost = false;
    const summary = call('GET /account/transaction-summary/');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await Promise.race([lost, undefined])).toBe('TypeError');
    expect(await Promise.race([summary, undefined])).toMatchObject({ current_balance: '1.00' });
  } finally {
    vi.useRealTimers();
  }
});

test('a public call of the contract needs no sign-in', async () => {
  const { endpoints } = await import('#contract/endpoints.ts');
  const { call } = await import('./api.ts');
  stored.clear();
  answer = () => ({ status: 200, body: {} });
  const ofScreens = /^\/(account|public|token|verify-document|s)\//;
  const publicCalls = Object.values(endpoints).flatMap(({ methods, path, access }) =>
    access === 'public' && ofScreens.test(path) ? [`${methods[0]} ${path}`] : [],
  );
  expect(publicCalls).toContain('POST /account/email-confirmation/confirm/');
  const refused: string[] = [];
  for (const key of publicCalls) await call(key as 'GET /public/shop/').catch(() => refused.push(key));
  expect(refused).toEqual([]);
});

test('a call without permission is refused, and the user stays signed in', async () => {
  vi.stubGlobal('window', { location: { pathname: '/admin/reports/sales' } });
  answer = () => ({ status: 403, body: { detail: 'এই কাজের অনুমতি আপনার নেই', code: 'not_allowed' } });
  const { call } = await import('./api.ts');
  await expect(call('GET /account/transaction-summary/')).rejects.toMatchObject({ status: 403 });
  await expect(call('POST /account/orders/', { body: {} as never })).rejects.toMatchObject({ status: 403 });
  expect(stored.get('access_token')).toBe(claims('old'));
  expect(stored.get('refresh_token')).toBe('r1');
});

test('a press is not sent in the name of a user who has just signed in in another tab', async () => {
  answer = () => ({ status: 200, body: {} });
  const { call } = await import('./api.ts');
  const { storeTokens } = await import('../session.ts');
  storeTokens({ access: claims('old'), refresh: 'r1', user_info: user } as never);
  stored.set('access_token', `h.${btoa(JSON.stringify({ user_id: 2, is_admin: false }))}.s`);
  await expect(call('POST /account/orders/', { body: {} as never })).rejects.toMatchObject({ status: 401 });
  expect(asked).toEqual([]);
  stored.set('access_token', claims('new'));
  await call('POST /account/orders/', { body: {} as never });
  expect(asked).toHaveLength(1);
});

test.each([
  { elsewhere: 'signed out', tokens: {} },
  {
    elsewhere: 'signed in as somebody else',
    tokens: {
      refresh_token: 'theirs',
      user_info: JSON.stringify({ ...user, id: 2 }),
      access_token: `h.${btoa(JSON.stringify({ user_id: 2, is_admin: false }))}.s`,
    },
  },
])('what is renewed while another tab has $elsewhere is not stored', async ({ tokens }) => {
  answer = (path) => {
    if (path !== '/token/refresh/') return refused;
    stored.clear();
    for (const [name, value] of Object.entries(tokens)) stored.set(name, value);
    return { status: 200, body: { access: claims('new'), refresh: 'r2', user_info: user } };
  };
  const { call } = await import('./api.ts');
  await expect(call('POST /account/orders/', { body: {} as never })).rejects.toMatchObject({ status: 401 });
  expect(Object.fromEntries(stored)).toEqual(tokens);
  expect(asked).toHaveLength(2);
});

test('a sign-out is repeated without a token until it reaches the portal, unless somebody has signed in', async () => {
  vi.stubGlobal('document', { documentElement: { dataset: {} }, querySelector: () => null });
  let isAway = true;
  answer = () => {
    if (isAway) throw new TypeError('no network');
    return { status: 200, body: {} };
  };
  const openAgain = async () => {
    vi.resetModules();
    asked = [];
    await (await import('../../retry-sign-out.ts')).retrySignOut();
    return asked;
  };
  const { signOut } = await import('../session.ts');
  await signOut();
  expect(asked).toEqual([{ path: '/token/logout/', token: claims('old') }]);
  expect(await openAgain()).toEqual([{ path: '/token/logout/', token: undefined }]);
  expect([...stored.keys()]).toEqual(['left_at']);
  isAway = false;
  const { storeTokens, clearSession } = await import('../session.ts');
  storeTokens({ access: claims('new'), refresh: 'r2', user_info: user } as never);
  expect((await openAgain()).map(({ path }) => path)).toEqual(['/token/verify/']);
  clearSession();
  expect(await openAgain()).toEqual([{ path: '/token/logout/', token: undefined }]);
  expect(await openAgain()).toEqual([]);
});

test('only the end of an impersonation is sent in the staff member’s name while the page still shows the customer', async () => {
  answer = () => ({ status: 200, body: {} });
  const view = {
    id: 'v',
    token: 'view',
    user: { ...user, id: 2 },
    reason: '',
    endsAtMs: Date.now() + 60_000,
  };
  const tab = new Map([['customer_view', JSON.stringify(view)]]);
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => tab.get(key) ?? null,
    removeItem: (key: string) => tab.delete(key),
  });
  const { call } = await import('./api.ts');
  const { sessionReady } = await import('../session.ts');
  const { forgetImpersonation } = await import('../impersonation.ts');
  await sessionReady();
  forgetImpersonation();
  await expect(call('POST /account/orders/', { body: {} as never })).rejects.toMatchObject({ status: 401 });
  await call('DELETE /account/views/:id/', { params: { id: 'v' }, endsView: true });
  expect(asked).toEqual([{ path: '/account/views/v/', token: claims('old') }]);
});

test('a refusal in a view leads nobody to a page of their own set-up', async () => {
  const assign = vi.fn();
  vi.stubGlobal('window', { location: { pathname: '/app', assign } });
  const view = { id: 'v', token: 'view', user, reason: '', endsAtMs: Date.now() + 60_000 };
  vi.stubGlobal('sessionStorage', { getItem: () => JSON.stringify(view) });
  answer = () => ({ status: 403, body: { detail: 'x', code: 'password_change_required' } });
  const { call } = await import('./api.ts');
  const refusedCall = call('GET /account/transaction-summary/');
  await expect(refusedCall).rejects.toMatchObject({ code: 'password_change_required' });
  expect(assign).not.toHaveBeenCalled();
});

test('a call under a key carries it, so that its repeats are one', async () => {
  const carried: (string | undefined)[] = [];
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Record<string, string> }) => {
    carried.push(headers['Idempotency-Key']);
    return Response.json({});
  });
  const { call } = await import('./api.ts');
  const body = {} as never;
  await call('POST /account/orders/', { body, idempotencyKey: 'once' });
  await call('POST /account/orders/', { body });
  expect(carried).toEqual(['once', undefined]);
});

test('a page that something on the way put in the portal’s place is no answer', async () => {
  vi.stubGlobal('fetch', async () => new Response('<!doctype html><title>Sign in to the network</title>'));
  const { call } = await import('./api.ts');
  await expect(call('POST /account/orders/', { body: {} as never })).rejects.toThrow(TypeError);
});

test('a reading call that nothing answers is given up after half a minute, and its connection with it', async () => {
  vi.useFakeTimers();
  const signals: (AbortSignal | undefined)[] = [];
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    signals.push(signal ?? undefined);
    return new Promise(() => undefined);
  });
  const { call } = await import('./api.ts');
  const { isUnreachable } = await import('./api-error.ts');
  const read = call('GET /account/transaction-summary/').catch((error: unknown) => isUnreachable(error));
  let isSent = false;
  // A request that changes something may already have arrived, so it may take as long as it needs: a scan, a paper.
  void call('POST /account/erasure/', { body: {} as never }).finally(() => {
    isSent = true;
  });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await read).toBe(true);
  expect(signals[0]?.aborted).toBe(true);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(isSent).toBe(false);
  // The caller may still abort it earlier.
  const leaving = new AbortController();
  void call('GET /account/transaction-summary/', { signal: leaving.signal }).catch(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  leaving.abort();
  expect(signals.at(-1)?.aborted).toBe(true);
  vi.useRealTimers();
});
