import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { send, takeReplay } from './http.ts';
import { longestWaitMs, type SubmitKey, useSubmitKey } from './submit-key.ts';
import { AlreadyDoneError } from './unknown-outcome.ts';

const memory = new Map<string, string>();
Object.assign(globalThis, {
  sessionStorage: {
    getItem: (key: string) => memory.get(key) ?? null,
    setItem: (key: string, value: string) => memory.set(key, value),
    removeItem: (key: string) => memory.delete(key),
  },
});

let rendered: SubmitKey | undefined;
function Form({ name }: { name: string | undefined }) {
  rendered = useSubmitKey(name);
  return null;
}

/** Renders the form anew, as after a reload. */
function render(name?: string): SubmitKey {
  renderToStaticMarkup(<Form name={name} />);
  return rendered!;
}

test('a retry has the key of the first try; other content and the next submit have another', () => {
  const form = render();
  const first = form.for({ a: 1 });
  expect(form.for({ a: 1 })).toBe(first);
  expect(form.for({ a: 2 })).not.toBe(first);
  form.done();
  expect(form.for({ a: 2 })).not.toBe(first);
  expect(memory.size).toBe(0);
  const withFile = (name: string) => form.for({ file: new File(['x'], name, { lastModified: 1 }) });
  expect(withFile('one.pdf')).toBe(withFile('one.pdf'));
  expect(withFile('one.pdf')).not.toBe(withFile('other.pdf'));
});

test('what is sent once only keeps its key whatever is changed, until the portal says that the first has arrived', async () => {
  const keys: string[] = [];
  const lost = async (key: string) => {
    keys.push(key);
    throw new TypeError('no answer');
  };
  const form = render('draft:7:order:key');
  await form.sendOne({ note: 1 }, lost).catch(() => undefined);
  await form.sendOne({ note: 2 }, lost).catch(() => undefined);
  const reloaded = render('draft:7:order:key');
  const reused = new ApiError(409, { error: 'x', code: 'idempotency_key_reused' });
  await expect(
    reloaded.sendOne({ note: 3 }, (key) => {
      keys.push(key);
      return Promise.reject(reused);
    }),
  ).rejects.toBe(reused);
  expect(new Set(keys).size).toBe(1);
  await reloaded.sendOne({ note: 3 }, lost).catch(() => undefined);
  expect(new Set(keys).size).toBe(2);
  // The user was asked and wants both.
  expect(reloaded.for({ note: 3 })).toBe(keys.at(-1));
  expect(keys).not.toContain(reloaded.for({ note: 4 }));
  reloaded.done();
});

test('a form that outlives a reload sends the same content under the same key, until it was answered', () => {
  const first = render('draft:7:order:key').for({ service: 1 });
  const reloaded = render('draft:7:order:key');
  expect(reloaded.for({ service: 1 })).toBe(first);
  expect(render('draft:7:order:key').for({ service: 2 })).not.toBe(first);
  reloaded.done();
  expect(memory.size).toBe(0);
  expect(render('draft:7:order:key').for({ service: 1 })).not.toBe(first);
});

test('what was done before is called done only by the form that still waits for it', async () => {
  const tried: string[] = [];
  const lost = () => Promise.reject(new TypeError('no answer'));
  let firstAt = new Date();
  /** Replays what was done at `firstAt`. The database's clock is wrong, and differs from that of the server that dated the response. */
  const repeat = (key: string) => {
    tried.push(key);
    const skewMs = 3_600_000;
    const headers = {
      'Idempotent-Replayed': new Date(firstAt.getTime() + skewMs).toISOString(),
      'Idempotent-Age': String(Date.now() - firstAt.getTime()),
      Date: new Date(Date.now() - skewMs).toUTCString(),
    };
    const answer = Promise.resolve(Response.json({ message: 'done' }, { headers }));
    return send({ method: 'POST', path: '/x/', idempotencyKey: key, answer });
  };
  const sum = { sum: 5 };
  const done = { message: 'done' };
  const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
  const told = (form: SubmitKey) => form.sendOne(sum, repeat).catch((error: unknown) => error);
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const form = render('draft:7:one:key');
    await form.sendOne(sum, lost).catch(() => undefined);
    firstAt = new Date();
    pass(5_000);
    await expect(form.sendOne(sum, repeat)).resolves.toEqual(done);
    form.done();

    await form.sendOne(sum, lost).catch(() => undefined);
    firstAt = new Date();
    pass(longestWaitMs);
    // It holds even if the next response is lost as well, and after a reload.
    await form.sendOne(sum, lost).catch(() => undefined);
    const reloaded = render('draft:7:one:key');
    await reloaded.sendOne(sum, lost).catch(() => undefined);
    for (const one of [form, reloaded]) {
      pass(5_000);
      const error = await told(one);
      expect(error).toBeInstanceOf(AlreadyDoneError);
      expect(error).toMatchObject({ answer: done, message: expect.stringContaining('এখন নতুন করে কিছু হয়নি') });
    }
    expect(new Set(tried.slice(1)).size).toBe(1);
    await reloaded.sendOne(sum, lost).catch(() => undefined);
    firstAt = new Date();
    pass(5_000);
    await expect(reloaded.sendOne(sum, repeat)).resolves.toEqual(done);
    expect(tried.at(-1)).not.toBe(tried[1]);
    reloaded.done();

    const patient = render('draft:7:three:key');
    await patient.sendOne(sum, lost).catch(() => undefined);
    firstAt = new Date();
    // Every further press continues the one before.
    pass(longestWaitMs * 0.6);
    await patient.sendOne(sum, lost).catch(() => undefined);
    pass(longestWaitMs * 0.6);
    await expect(patient.sendOne(sum, repeat)).resolves.toEqual(done);
    expect(takeReplay(tried.at(-1)!), 'said once').toBeUndefined();
    patient.done();

    // Without an age, nothing tells when a replayed request was first done.
    const undated = (key: string) =>
      send({
        method: 'POST',
        path: '/x/',
        idempotencyKey: key,
        answer: Promise.resolve(
          Response.json(done, { headers: { 'Idempotent-Replayed': new Date().toISOString() } }),
        ),
      });
    await expect(render('draft:7:four:key').sendOne(sum, undated)).rejects.toThrow(AlreadyDoneError);

    const alone = render('draft:7:two:key');
    await alone.sendOne(sum, lost).catch(() => undefined);
    firstAt = new Date();
    pass(10 * longestWaitMs);
    await expect(alone.sendOne(sum, repeat, true)).resolves.toEqual(done);
  } finally {
    vi.useRealTimers();
  }
});
