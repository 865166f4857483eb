// Whose drafts the tab keeps, and which parts of them.
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { customer } from '../../../../tests/support/render-screen.tsx';
import { clearSession, storeTokens } from '../../lib/session.ts';
import { dropDraft, putDraft, useDialogDraft } from './draft.ts';

/** Like a browser's storage, whose entries are its own properties. */
function openStorage(): Record<string, string> {
  const storage: Record<string, string> = {};
  const methods = {
    getItem: (key: string) => storage[key] ?? null,
    setItem: (key: string, value: string) => void Object.assign(storage, { [key]: value }),
    removeItem: (key: string) => void delete storage[key],
    clear() {
      for (const key of Object.keys(storage)) delete storage[key];
    },
  };
  for (const [name, value] of Object.entries(methods)) Object.defineProperty(storage, name, { value });
  return storage;
}

let tab: Record<string, string>;
const signIn = (id: number) =>
  storeTokens({
    access: `.${btoa(JSON.stringify({ user_id: id, is_admin: false }))}.`,
    refresh: 'r',
    user_info: { ...customer, id },
  });

beforeEach(() => {
  tab = openStorage();
  vi.stubGlobal('sessionStorage', tab);
  vi.stubGlobal('localStorage', openStorage());
  vi.stubGlobal('window', new EventTarget());
  signIn(7);
  putDraft(7, 'order', { name: 'রহিমা' });
});
afterAll(() => {
  clearSession();
  vi.unstubAllGlobals();
});

test('stay when the session ends by itself, and are removed when their user signs out', () => {
  clearSession();
  expect(tab).toEqual({ 'draft:7:order': '{"name":"রহিমা"}' });
  signIn(7);
  expect(tab).toHaveProperty(['draft:7:order']);
  Object.assign(tab, { 'emailed-link': '…/reset-password#token=t', 'reading:t': '{"viewing":"v"}' });
  clearSession({ left: true });
  expect(tab, 'nor what else opens something to whoever has the tab').toEqual({});
  putDraft(7, 'order', { name: 'একটি খোলা ফর্ম' });
  expect(tab, 'a form that ends with its page writes nothing back').toEqual({});
});

test('are removed when another user signs in, who finds nothing written later either', () => {
  tab.another = 'kept';
  signIn(8);
  expect(tab).toEqual({ another: 'kept' });
  putDraft(7, 'order', { name: 'একটি খোলা ফর্ম' });
  putDraft(8, 'order', { name: 'সালমা' });
  expect(tab).toEqual({ another: 'kept', 'draft:8:order': '{"name":"সালমা"}' });
  dropDraft(8, 'order');
  expect(tab).toEqual({ another: 'kept' });
});

test('exclude large pictures, which would fill the tab’s storage', () => {
  putDraft(7, 'order', { name: 'রহিমা', photo: 'x'.repeat(200_001), sign: 'x'.repeat(20) });
  expect(JSON.parse(tab['draft:7:order']!)).toEqual({ name: 'রহিমা', sign: 'x'.repeat(20) });
});

const secret = { password: 'ক', new_password: 'খ', confirm_password: 'গ', code: 'ঘ' };
function Dialog() {
  const blank = { password: '', new_password: '', confirm_password: '', code: '', note: '' };
  const draft = useDialogDraft('dialog', () => blank, { ...secret, note: 'লেখা' });
  return Object.values(draft.value).join();
}

test('contain no passwords and no codes', () => {
  const html = renderToStaticMarkup(<Dialog />);
  for (const shown of ['ক', 'খ', 'গ', 'ঘ', 'লেখা']) expect(html).toContain(shown);
  expect(JSON.parse(tab['draft:7:dialog']!)).toEqual({ note: 'লেখা' });
});
