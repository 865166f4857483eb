// The portal as an installed app on a phone: installable, open without a network, and from one release at a time.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { shot, useBrowser } from '../support/browser.ts';
import { usePortal } from '../support/portal.ts';
import { findAllFaults, settle } from './page-faults.ts';
import { untilKept } from './service-worker.ts';
import { openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser();
const built = join(import.meta.dirname, '../../dist/web');

async function visitKept(path = '/app') {
  const person = await portal.customer();
  const visitor = await browsing.visit(portal.origin, { worker: true });
  await openAs(visitor.page, portal, person, path);
  await untilKept(visitor.page);
  return { ...visitor, person };
}

const isKept = (page: Page, name: string) =>
  page.evaluate(
    async (part) =>
      (await (await caches.open('code')).keys()).some(({ url }) => new URL(url).pathname.includes(part)),
    `/${name}-`,
  );

it('a browser finds everything that it needs to install the portal', async () => {
  const page = await (await fetch(`${portal.origin}/login`, { headers: { accept: 'text/html' } })).text();
  expect(page).toContain('<link rel="manifest" href="/manifest.webmanifest" />');
  expect(page).toContain('<link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />');
  const answer = await fetch(`${portal.origin}/manifest.webmanifest`);
  expect(answer.headers.get('content-type')).toContain('application/manifest+json');
  const manifest = (await answer.json()) as {
    name: string;
    short_name: string;
    start_url: string;
    icons: { src: string; sizes: string; purpose: string }[];
    screenshots: { src: string; sizes: string; form_factor: string }[];
    shortcuts: { url: string; icons: { src: string }[] }[];
  };
  expect(manifest).toMatchObject({ name: 'নথিপত্র', short_name: 'নথিপত্র', start_url: '/app' });
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '192x192 maskable',
    '512x512 maskable',
  ]);
  expect(new Set(manifest.screenshots.map((one) => one.form_factor))).toEqual(new Set(['narrow', 'wide']));
  for (const { src, sizes } of [...manifest.icons, ...manifest.screenshots]) {
    const bytes = Buffer.from(await (await fetch(portal.origin + src)).arrayBuffer());
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, src).toBe(sizes);
  }
  // For a paper, which declares no icon.
  const icon = await fetch(`${portal.origin}/favicon.ico`);
  expect(icon.headers.get('content-type')).toMatch(/^image\/(?:vnd\.microsoft\.|x-)icon/);
  expect(
    Buffer.from(await icon.arrayBuffer())
      .subarray(0, 4)
      .toString('hex'),
  ).toBe('00000100');
  for (const { url } of manifest.shortcuts) {
    const shown = await fetch(portal.origin + url, { headers: { accept: 'text/html' } });
    expect(shown.status, url).toBe(200);
  }
});

it('opens without a network from the sign-up on, with what was typed', async () => {
  const { page, context } = await browsing.visit(portal.origin, { worker: true });
  await page.goto('/signup');
  await page.getByLabel('ইমেইল').fill('rahima@mail.test');
  await untilKept(page);
  await context.setOffline(true);
  await page.reload();
  await expect.poll(() => page.getByLabel('ইমেইল').inputValue()).toBe('rahima@mail.test');
  await page.goto('/login');
  await page.getByRole('button', { name: 'লগইন করুন' }).waitFor();
}, 60_000);

it('opens without a network at any page, caches no API response, and stores no back-office code on a customer’s device', async () => {
  const { page, context, person } = await visitKept();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await context.setOffline(true);
  await page.goto('/app/my-orders');
  await page.getByRole('heading', { level: 1, name: 'আমার অর্ডার' }).waitFor();
  // A page whose code was never loaded on this visit comes from the device as well.
  await page.goto('/app/profile');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByText('সংযোগ নেই। যা লিখেছেন তা এখানেই আছে।').waitFor();

  const kept = await page.evaluate(async () => {
    const found: { path: string; text: string }[] = [];
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) {
        const answer = await (await caches.open(name)).match(request);
        found.push({ path: new URL(request.url).pathname, text: await answer!.text() });
      }
    return found;
  });
  expect(kept.length).toBeGreaterThan(20);
  expect(kept.filter(({ path }) => !/^\/(?:assets\/.*|app|releases)$/.test(path))).toEqual([]);
  expect(kept.filter(({ text }) => text.includes(person.email))).toEqual([]);
  // The page opened from the device has the same policy as the server's.
  const policy = await page.evaluate(async () =>
    (await (await caches.open('code')).match('/app'))?.headers.get('content-security-policy'),
  );
  expect(policy).toContain("default-src 'none'");
  expect([await isKept(page, 'my-orders-page'), await isKept(page, 'reports-page')]).toEqual([true, false]);
}, 60_000);

it('caches the code of the customer’s pages, and the back office’s only where staff work', () => {
  const { files, staffFiles } = JSON.parse(readFileSync(join(built, '../release.json'), 'utf8')) as {
    files: string[];
    staffFiles: string[];
  };
  const names = files.join('\n');
  const staffNames = staffFiles.join('\n');
  expect(staffFiles.filter((name) => files.includes(name))).toEqual([]);
  for (const page of ['customer-shell', 'my-orders-page', 'new-nid-page', 'entry-pages', 'landing-page'])
    expect(names).toContain(`/${page}-`);
  for (const page of ['admin-shell', 'users-page', 'reports-page', 'settings-page'])
    expect([names.includes(`/${page}-`), staffNames.includes(`/${page}-`)], page).toEqual([false, true]);
});

it('the back office opens again without a network, says so, and goes on by itself', async () => {
  const { page, context } = await browsing.visit(portal.origin, { worker: true });
  await openAs(page, portal, portal.admin, '/admin/orders');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await untilKept(page);
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('staff_pages')), { timeout: 20_000 })
    .toBe('1');
  await context.setOffline(true);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'সব অর্ডার' }).waitFor();
  await page.getByText('সংযোগ নেই। যা লিখেছেন তা এখানেই আছে।').waitFor();
  await settle(page);
  await shot(page, 'staff-offline');
  expect(await findAllFaults(page)).toEqual([]);
  // A page that was not opened on this visit.
  await page.goto('/admin/users');
  await page.getByRole('heading', { level: 1, name: 'ব্যবহারকারী' }).waitFor();
  await context.setOffline(false);
  await page.getByText('ইন্টারনেট নেই').waitFor({ state: 'detached' });
  await page.getByText(portal.admin.email).first().waitFor();
  expect(await isKept(page, 'reports-page')).toBe(true);
}, 60_000);

it('an update is announced, and never replaces an open page', async () => {
  const { page, context } = await visitKept('/app/my-orders/new');
  await page.locator('[name=service]').waitFor();
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  // As the worker of a newer release announces itself when it takes over.
  const announce = () =>
    context.serviceWorkers()[0]!.evaluate(async () => {
      const { clients } = globalThis as unknown as {
        clients: { matchAll(): Promise<{ postMessage(message: unknown): void }[]> };
      };
      for (const client of await clients.matchAll()) client.postMessage({ release: '/assets/newer.js' });
    });
  await announce();
  await page.getByText('পোর্টালের নতুন সংস্করণ এসেছে।').waitFor();
  await settle(page);
  await shot(page, 'newer-release-360');
  expect(await findAllFaults(page)).toEqual([]);
  expect(loads).toBe(0);
  await page.getByRole('button', { name: 'পরে' }).click();
  await page.getByText('পোর্টালের নতুন সংস্করণ এসেছে।').waitFor({ state: 'detached' });
  expect(loads).toBe(0);
  await announce();
  await page.getByRole('button', { name: 'নতুন করে খুলুন' }).click();
  await expect.poll(() => loads).toBe(1);
}, 60_000);

it('an open page of the previous release still finds its code, while older code is removed', async () => {
  const person = await portal.customer();
  const { page } = await browsing.visit(portal.origin, { worker: true });
  await page.goto('/health/live/');
  await page.evaluate(async () => {
    const cache = await caches.open('code');
    const releases = [1, 2].map((age) => ({ entry: `/assets/${age}.js`, files: [`/assets/page-${age}.js`] }));
    await cache.put('/releases', new Response(JSON.stringify(releases)));
    for (const { files } of releases) await cache.put(files[0]!, new Response('export {}'));
  });
  await openAs(page, portal, person, '/app');
  await untilKept(page);
  const kept = () =>
    page.evaluate(async () => {
      const cache = await caches.open('code');
      return Promise.all([1, 2].map(async (age) => Boolean(await cache.match(`/assets/page-${age}.js`))));
    });
  await expect.poll(kept).toEqual([true, false]);
}, 60_000);
