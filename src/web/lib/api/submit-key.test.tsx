import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { type SubmitKey, useSubmitKey } from './submit-key.ts';

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

/** A form as it is rendered anew, including after a reload. */
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
  // Whoever was asked and wants both.
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
