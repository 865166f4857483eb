// A PDF or photo that another app shares with the installed portal reaches the form that it is for.
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
const signedCopy = readFileSync(
  join(import.meta.dirname, '../../src/engines/fixtures/signed-copies/s01-l1-chromium-notosans.pdf'),
);

/** As the phone's share sheet does: a form with one file, posted as a navigation. */
async function share(
  page: Page,
  bytes: Buffer,
  name: string,
  type: string,
  { lands = '**/app/shared*', times = 1 } = {},
): Promise<void> {
  await page.evaluate(
    ({ base64, fileName, fileType, count }) => {
      const form = document.createElement('form');
      form.method = 'post';
      form.enctype = 'multipart/form-data';
      form.action = '/app/shared';
      const input = document.createElement('input');
      input.type = 'file';
      input.name = 'file';
      input.multiple = true;
      const content = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
      const files = new DataTransfer();
      for (let index = 0; index < count; index += 1)
        files.items.add(new File([content], fileName, { type: fileType }));
      input.files = files.files;
      form.append(input);
      document.body.append(form);
      form.submit();
    },
    { base64: bytes.toString('base64'), fileName: name, fileType: type, count: times },
  );
  await page.waitForURL(lands);
}

async function openKept(options: { width?: number } = {}) {
  const person = await portal.customer();
  const { page } = await browsing.visit(portal.origin, { worker: true, ...options });
  await openAs(page, portal, person, '/app');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await untilKept(page);
  return page;
}

const contents = (page: Page) =>
  page.evaluate(async () => {
    const inCaches: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) inCaches.push(new URL(url).pathname);
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('device-shared');
      request.onsuccess = () => resolve(request.result);
    });
    const all = await new Promise<{ sealed: ArrayBuffer }[]>((resolve) => {
      const request = database.transaction('items').objectStore('items').getAll();
      request.onsuccess = () => resolve(request.result);
    });
    database.close();
    return {
      inCaches,
      sealed: all.map(({ sealed }) => new TextDecoder('latin1').decode(sealed).slice(0, 8)),
    };
  });

it('a shared signed copy fills the form that is chosen for it, and is kept nowhere afterwards', async () => {
  const page = await openKept();
  await share(page, signedCopy, 'রহিম.pdf', 'application/pdf');
  await page.getByRole('button', { name: /^নতুন এনআইডি/ }).waitFor();
  const { inCaches, sealed } = await contents(page);
  expect(sealed).toHaveLength(1);
  expect(sealed[0]).not.toContain('%PDF');
  expect(inCaches.filter((path) => path.startsWith('/app/'))).toEqual([]);
  await settle(page);
  await shot(page, 'shared-360');
  expect(await findAllFaults(page)).toEqual([]);
  await page.getByRole('button', { name: /^নতুন এনআইডি/ }).click();
  await page.waitForURL('**/app/new-nid');
  await expect.poll(() => page.locator('[name=name_bangla]').inputValue(), { timeout: 30_000 }).not.toBe('');
  expect((await contents(page)).sealed).toEqual([]);
}, 120_000);

it('a shared photo becomes the photo of the form; a file that cannot be used says why', async () => {
  const page = await openKept({ width: 1280 });
  const picture = readFileSync(join(import.meta.dirname, '../../src/web/public/icons/icon-192.png'));
  await share(page, picture, 'ছবি.png', 'image/png', { times: 2 });
  await page.getByText('প্রথমটি নেওয়া হয়েছে', { exact: false }).waitFor();
  await settle(page);
  await shot(page, 'shared-1280');
  await page.getByRole('button', { name: 'নতুন এনআইডির ছবি হিসেবে' }).click();
  await page.waitForURL('**/app/new-nid');
  await page.getByRole('img', { name: 'ছবি', exact: true }).waitFor();

  await share(page, Buffer.from('just words'), 'note.txt', 'text/plain');
  await page.getByText('শুধু পিডিএফ, জেপিজি আর পিএনজি নেওয়া যায়।').waitFor();

  // A download that has not started.
  await share(page, Buffer.alloc(0), 'copy.pdf', 'application/pdf');
  await page.getByText('ফাইলটি আবার শেয়ার করুন, অথবা ফরমে গিয়ে নিজে বেছে নিন।').waitFor();
}, 120_000);

it('a file posted by another site is refused', async () => {
  const page = await openKept();
  // The same server under another name is another site.
  const { port } = new URL(portal.origin);
  const form = `<form method="post" enctype="multipart/form-data" action="${portal.origin}/app/shared">
    <input type="file" name="file"></form><script>
    const files = new DataTransfer();
    files.items.add(new File(['%PDF-1.7 planted'], 'a.pdf', { type: 'application/pdf' }));
    document.querySelector('input').files = files.files;
    document.forms[0].submit();</script>`;
  await page.route(`http://localhost:${port}/evil`, (route) =>
    route.fulfill({ contentType: 'text/html', body: form }),
  );
  await page.goto(`http://localhost:${port}/evil`);
  await page.waitForURL('**/app/shared*');
  await page.getByText('ফাইলটি অন্য একটি ওয়েবসাইট পাঠিয়েছে', { exact: false }).waitFor();
  expect((await contents(page)).sealed).toEqual([]);
}, 60_000);

it('a file shared while staff are signed in, who have no form for it, is discarded', async () => {
  const { page } = await browsing.visit(portal.origin, { worker: true });
  await openAs(page, portal, portal.admin, '/admin');
  await untilKept(page);
  await share(page, signedCopy, 'copy.pdf', 'application/pdf', { lands: '**/admin/dashboard' });
  await page.getByText('শেয়ার করা ফাইলটি নেওয়া হয়নি: কাজের অ্যাকাউন্টে এর কোনো ফরম নেই।').waitFor();
  expect((await contents(page)).sealed).toEqual([]);
}, 60_000);

it('without a worker the page says that the file has to be chosen by hand', async () => {
  const person = await portal.customer();
  const { page } = await browsing.visit(portal.origin);
  await openAs(page, portal, person, '/app');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await share(page, signedCopy, 'copy.pdf', 'application/pdf');
  await page.getByText('ফাইলটি আবার শেয়ার করুন, অথবা ফরমে গিয়ে নিজে বেছে নিন।').waitFor();
}, 60_000);
