// Shared by journeys: signing in through the form, or directly with tokens where the form is not under test.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { asOwner } from '../support/database.ts';
import type { Person, TestPortal } from '../support/portal.ts';

export async function signInByForm(page: Page, username: string, password: string): Promise<void> {
  await page.goto('/login');
  await page.locator('input[name=username]').fill(username);
  await page.locator('input[name=password]').fill(password);
  await page.getByRole('button', { name: 'লগইন করুন' }).click();
}

/** Puts a new session of the user into the browser and opens the page there. */
export async function openAs(
  page: Page,
  portal: TestPortal,
  person: Pick<Person, 'email' | 'password'>,
  path: string,
): Promise<void> {
  const { body } = await portal.signIn(person.email, person.password, true);
  // Before the page's own scripts: storing it from another page first would cost a second navigation.
  const storing = await page.addInitScript(({ access, refresh, user_info }) => {
    if (window !== window.top) return;
    localStorage.setItem('refresh_token', refresh);
    localStorage.setItem('user_info', JSON.stringify(user_info));
    localStorage.setItem('access_token', access);
  }, body);
  await page.goto(path);
  await storing.dispose();
}

/** Replaces the stored access token by one that the server refuses, like an expired one. */
export function spoilAccessToken(page: Page): Promise<void> {
  return page.evaluate(() => {
    const [head, claims] = (localStorage.getItem('access_token') ?? '').split('.');
    localStorage.setItem('access_token', `${head}.${claims}.${'A'.repeat(86)}`);
  });
}

/** Replaces the stored access token by an expired one. */
export const expireAccessToken = (page: Page) =>
  page.evaluate(() => {
    const [head, claims, sign] = localStorage.getItem('access_token')!.split('.');
    const text = new TextDecoder().decode(
      Uint8Array.from(atob(claims!.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0)),
    );
    const past = { ...JSON.parse(text), exp: 1_000_000 };
    localStorage.setItem(
      'access_token',
      `${head}.${btoa(JSON.stringify(past, (_, v) => (typeof v === 'string' ? '' : v)))}.${sign}`,
    );
  });

export const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);

/** Returns all mails to an address, decoded, newest first. */
export async function emailsTo(portal: TestPortal, to: string): Promise<string[]> {
  const folder = join(portal.dataDir, 'outbox');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  const letters: string[] = [];
  for (const name of names.sort().reverse()) {
    const raw = await readFile(join(folder, name), 'utf8');
    if (!raw.includes(to)) continue;
    const base64 = /base64\n[\s\S]*?\n\n([A-Za-z0-9+/=\n]+)/.exec(raw)?.[1] ?? '';
    const quoted = raw
      .replace(/=\n/g, '')
      .replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString());
    letters.push(`${quoted}\n${Buffer.from(base64, 'base64').toString()}`);
  }
  return letters;
}

/** Returns the newest mail to an address that contains the text, decoded; waits until there is one. */
export async function findEmail(portal: TestPortal, to: string, words: string): Promise<string> {
  let found: string | undefined;
  await expect
    .poll(async () => {
      found = (await emailsTo(portal, to)).find((letter) => letter.includes(words));
      return found;
    })
    .toBeDefined();
  return found ?? '';
}

/**
 * Makes a payment of 500 taka that the provider has taken.
 * @returns its id
 */
export async function pay(portal: TestPortal, person: Person): Promise<string> {
  const { body } = await portal.call('POST', '/payment/sandbox/create/', {
    token: person.token,
    body: { amount: '500' },
  });
  await fetch(`${portal.origin}/sandbox/pay/${body.payment_id}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'action=pay',
  });
  return body.payment_id;
}

/** Makes a payment of 500 taka for which the provider reports another amount, in paisa. */
export async function payWrongly(portal: TestPortal, person: Person, paisa: string): Promise<void> {
  const id = await pay(portal, person);
  await asOwner(portal.ownerUrl, 'update sandbox_payments set amount_paisa = $2 where payment_id = $1', [
    id,
    paisa,
  ]);
  await portal.call('GET', `/payment/sandbox/callback/?paymentID=${id}`, {
    token: person.token,
  });
}

/** In a toast, shown for two or four seconds. An error that an alert on the page shows appears only there. */
export const told = (page: Page, words: string) =>
  page
    .getByRole('listitem')
    .getByText(words, { exact: true })
    .or(page.getByRole('alert').filter({ hasText: words }))
    .first()
    .waitFor();

/** Fails every write to these paths, without an error message, while something is done. */
export async function whileRefused(page: Page, path: RegExp, doIt: () => Promise<void>): Promise<void> {
  await page.route(path, (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 400, body: '' }),
  );
  await doIt();
  await page.unroute(path);
}

/** Waits, because what closes or fails moves the focus a moment after it has gone. */
export const expectFocused = (element: Locator, name = 'is focused') =>
  expect.poll(() => element.evaluate((one) => one === document.activeElement), { message: name }).toBe(true);
