// Renders a page as HTML without a browser, for tests of what a screen says. Its requests are answered from a table.
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterContextProvider, RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, vi } from 'vitest';
import type { UserInfo } from '#contract/accounts/calls.ts';
import { Order } from '#contract/orders/calls.ts';
import type { OrderStatus } from '#contract/orders/flow.ts';
import { queryClient } from '../../src/web/lib/api/query.ts';
import { clearSession, sessionReady, storeTokens } from '../../src/web/lib/session.ts';
import { router } from '../../src/web/router.tsx';
import { sampleAnswer } from './sample-answer.ts';

/** By path without query: the body of a 200 response, or an error status. */
export type Answers = Record<string, object | number>;

interface RenderedScreen {
  /** Texts, labels and placeholders of the page's own content, in document order. */
  texts: string[];
  /** The same for menu, header and footer. */
  frame: string[];
  html: string;
  /** Page and frame together. */
  whole: string;
  /** Paths, with query, that the page requested. */
  requests: string[];
}

const memory = new Map<string, string>();
const token = (user: UserInfo) => `.${btoa(JSON.stringify({ user_id: user.id, is_admin: user.is_admin }))}.`;

/** Browser globals that the screens use while rendering. */
function pretendBrowser(answers: Answers, requests: string[]): void {
  Object.assign(globalThis, {
    localStorage: {
      getItem: (key: string) => memory.get(key) ?? null,
      setItem: (key: string, value: string) => memory.set(key, value),
      removeItem: (key: string) => memory.delete(key),
    },
    fetch: async (address: string) => {
      requests.push(address);
      const answer = answers[address.split('?')[0]!] ?? 503;
      return typeof answer === 'number'
        ? new Response('{}', { status: answer })
        : new Response(JSON.stringify(answer));
    },
  });
}

/** The cache's type of a query's options lacks those of its observers. */
const isEnabled = (options: { queryFn?: unknown; enabled?: unknown }) =>
  options.queryFn !== undefined && options.enabled !== false && typeof options.enabled !== 'function';

/**
 * Fetches what the rendered screens wait for.
 * @returns whether there was anything to fetch
 */
async function fetchWanted(client: QueryClient): Promise<boolean> {
  const wanted = client
    .getQueryCache()
    .getAll()
    .filter(({ state, options }) => state.status === 'pending' && isEnabled(options));
  await Promise.all(
    wanted.map((query) => query.fetch({ ...query.options, retry: false }).catch(() => undefined)),
  );
  return wanted.length > 0;
}

const words = (html: string) =>
  html
    .replace(/<wbr\/?>/g, '')
    .replace(/<svg\b[\s\S]*?<\/svg>/g, '')
    .replace(/<[^>]*? (?:aria-label|placeholder)="([^"]*)"[^>]*>/g, '<>$1<>')
    .split(/<[^>]*>/)
    .map((text) =>
      text
        .replace(/&#x27;/g, "'")
        .replace(/&quot;/g, '"')
        .replace(/&lt;/g, '<')
        .replace(/&gt;/g, '>')
        .replace(/&amp;/g, '&')
        .trim(),
    )
    .filter((text) => text !== '');

/**
 * @param user who is signed in
 * @param element rendered at that path instead of its page, for what only opens on a click
 * @param stored the content of the browser's storage
 */
export async function renderScreen(
  path: string,
  user: UserInfo,
  answers: Answers,
  element?: ReactNode,
  stored: Readonly<Record<string, string>> = {},
): Promise<RenderedScreen> {
  const requests: string[] = [];
  memory.clear();
  for (const [name, value] of Object.entries(stored)) memory.set(name, value);
  pretendBrowser({ '/token/verify/': {}, ...answers }, requests);
  clearSession();
  await sessionReady();
  storeTokens({ access: token(user), refresh: 'refresh', user_info: user });
  queryClient.clear();
  const once = queryClient.getDefaultOptions();
  // A failed query renders as failed, not as being retried.
  queryClient.setDefaultOptions({ ...once, queries: { ...once.queries, retryOnMount: false } });
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [path] }) });
  await router.load();
  const render = () =>
    renderToStaticMarkup(
      <QueryClientProvider client={queryClient}>
        {element === undefined ? (
          <RouterProvider router={router} />
        ) : (
          <RouterContextProvider router={router}>{element}</RouterContextProvider>
        )}
      </QueryClientProvider>,
    );
  render();
  // Parts that are loaded after their page.
  await vi.dynamicImportSettled();
  let page = render();
  while (await fetchWanted(queryClient)) page = render();
  queryClient.setDefaultOptions(once);
  const html = /<main\b[\s\S]*<\/main>/.exec(page)?.[0] ?? page;
  return { texts: words(html), frame: words(page.replace(html, '')), html, whole: page, requests };
}

/** Renders as on a phone, where lists are cards. */
export async function renderOnPhone(...screen: Parameters<typeof renderScreen>): Promise<RenderedScreen> {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  try {
    return await renderScreen(...screen);
  } finally {
    vi.unstubAllGlobals();
  }
}

export const customer: UserInfo = {
  id: 7,
  email: 'rahima@mail.test',
  username: 'rahima@mail.test',
  first_name: 'রহিমা',
  last_name: 'খাতুন',
  roles: ['customer'],
  is_admin: false,
  profile_image: null,
};

export const owner: UserInfo = {
  id: 1,
  email: 'owner@mail.test',
  username: 'owner@mail.test',
  first_name: 'মালিক',
  last_name: '',
  roles: ['owner'],
  is_admin: true,
  profile_image: null,
};

/** A page of a list as the server sends it. */
export const list = (results: unknown[], count = results.length) => ({ results, count });

/** The end of a pager's text with five page numbers. */
export const fivePages = ['পাতা ১', '১', 'পাতা ২', '২', 'পাতা ৩', '৩', 'পাতা ৪', '৪', 'পাতা ৫', '৫', '…', 'পরের'];

/** Renders with plain spaces, and without joiners, instead of those that keep amounts and times on one line. */
export async function renderPlainScreen(...requests: Parameters<typeof renderScreen>) {
  const rendered = await renderScreen(...requests);
  return {
    ...rendered,
    texts: rendered.texts.map((text) => text.replaceAll('\u00a0', ' ').replaceAll('\u2060', '')),
  };
}

/** Returns accessible names shared by several controls, except links to the same page. */
export function sharedNames({ html }: Pick<RenderedScreen, 'html'>): string[] {
  const found = html.matchAll(/<(a|button)\b([^>]*)>(.*?)<\/\1>/gs);
  const named = [...found].map(([, , attributes, content], index) => ({
    name: /aria-label="([^"]*)"/.exec(attributes!)?.[1] ?? content!.replace(/<[^>]*>/g, ''),
    does: /href="([^"]*)"/.exec(attributes!)?.[1] ?? index,
  }));
  const isShared = ({ name, does }: (typeof named)[number]) =>
    named.some((other) => other.name === name && other.does !== does);
  return [...new Set(named.filter(isShared).map(({ name }) => name))];
}

/** Asserts that each text is on the screen, in this order. */
export function expectInOrder(texts: readonly string[], words: readonly string[]) {
  let at = -1;
  for (const word of words) {
    at = texts.indexOf(word, at + 1);
    expect(at, `${word} in ${texts.join(' | ')}`).toBeGreaterThanOrEqual(0);
  }
}

const anHour = 3_600_000;

export const dueIn = (hours: number) => new Date(Date.now() + hours * anHour).toISOString();

/** An order as a screen receives it. */
export const sampleOrder = (id: number, status: OrderStatus, more: Partial<Order> = {}) =>
  sampleAnswer(Order, {
    id,
    status,
    service: { id: 2, name: 'হারানো এনআইডি রিপ্রিন্ট', name_en: 'Lost NID reprint', code: 'AB' },
    sub_type: { id: 4, name: 'জরুরি', name_en: 'Urgent' },
    nid_or_form_num_or_for_biometric_or_location: '1234567890',
    charge: '150.00',
    due_on: dueIn(5),
    updated_on: '2026-03-06T04:30:00Z',
    user: { ...customer, profile: { phone: '01712345678', address: 'মিরপুর, ঢাকা', profile_image: null } },
    ...more,
  });
