// What a customer chose to keep on the phone: available without a network, sealed, and gone with the sign-out.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makeCopy } from '../http/documents/copy-maker.ts';
import { shot, useBrowser } from '../support/browser.ts';
import { type Person, usePortal } from '../support/portal.ts';
import { findAllFaults, settle } from './page-faults.ts';
import { untilKept } from './service-worker.ts';
import { openAs, told } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser();
const choice = '/app/profile?tab=devices';

/** All bytes of the device's databases as text, and how many items they hold. */
const lookInside = (page: Page) =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name!);
    let text = names.join('\n');
    let count = 0;
    for (const name of names) {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
      });
      for (const store of [...database.objectStoreNames]) {
        const all = await new Promise<{ sealed?: ArrayBuffer; key?: CryptoKey }[]>((resolve) => {
          const request = database.transaction(store).objectStore(store).getAll();
          request.onsuccess = () => resolve(request.result);
        });
        for (const one of all) {
          count += one.sealed ? 1 : 0;
          text += `\n${JSON.stringify(one)} ${one.sealed ? new TextDecoder('latin1').decode(one.sealed) : ''}`;
          if (one.key?.extractable) text += 'the key can be taken out';
        }
      }
      database.close();
    }
    return { text, count };
  });

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^আমার অ্যাকাউন্ট|^অ্যাকাউন্ট/ }).click();
  await page.getByRole('menuitem', { name: 'লগআউট' }).click();
  await page.waitForURL('**/login*');
}

async function startKeeping(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'এই ডিভাইসে রাখুন' }).click();
  await page.getByText('চালু আছে। এখনো কোনো কাগজ রাখা হয়নি।').waitFor();
}

it('shows lists, balance with its time and a pinned paper after a cold start without a network, until the sign-out', async () => {
  const copy = await makeCopy(portal);
  const visitor = await browsing.visit(portal.origin, { worker: true, width: 1280 });
  const { page, context } = visitor;
  await openAs(page, portal, copy.owner, choice);
  await settle(page);
  await shot(page, 'keeping-off-1280');
  expect(await findAllFaults(page)).toEqual([]);
  await startKeeping(page);
  await page.goto('/app/my-files');
  await page
    .getByRole('button', { name: /^ডিভাইসে রাখুন/ })
    .filter({ visible: true })
    .click();
  await told(page, 'কাগজটি এই ডিভাইসে রাখা হয়েছে');
  await page
    .getByRole('button', { name: /^ডিভাইসে আছে/ })
    .filter({ visible: true })
    .waitFor();
  const name = await page.getByRole('row').nth(1).getByRole('link').first().textContent();
  await untilKept(page);
  // Lists are written a moment after they are loaded.
  await page.waitForTimeout(2_500);

  const inside = await lookInside(page);
  expect(inside.count).toBeGreaterThanOrEqual(2);
  expect(inside.text).not.toContain(copy.owner.email);
  expect(inside.text).not.toContain(name!);
  expect(inside.text).not.toContain('%PDF');
  expect(inside.text).not.toContain('the key can be taken out');

  await context.setOffline(true);
  await page.close();
  const later = await context.newPage();
  await later.goto('/app/my-files');
  await later.getByText(/^(?:এইমাত্রের|[০-৯]+ মিনিট আগের) তালিকা/).waitFor();
  await later.getByRole('row').nth(1).getByText(name!).first().waitFor();
  await later.getByTestId('balance').waitFor();
  await later
    .getByText(/^(?:এইমাত্রের|[০-৯]+ মিনিট আগের)$/)
    .first()
    .waitFor();
  await settle(later);
  await shot(later, 'files-offline-1280');
  expect(await findAllFaults(later)).toEqual([]);
  const [saved] = await Promise.all([
    later.waitForEvent('download'),
    later
      .getByRole('button', { name: /^ডাউনলোড/ })
      .filter({ visible: true })
      .click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/\.pdf$/);

  await context.setOffline(false);
  await later.reload();
  await later.getByRole('row').nth(1).getByText(name!).first().waitFor();
  await signOut(later);
  await later.waitForTimeout(300);
  expect(await lookInside(later)).toEqual({ text: '', count: 0 });
}, 120_000);

async function expectNothingOf(first: { email: string }, page: Page, second: Person): Promise<void> {
  await openAs(page, portal, second, '/app/my-orders');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect((await lookInside(page)).count).toBe(0);
  expect(await page.getByText(first.email).count()).toBe(0);
}

it('keeps nothing without the setting; the end of a session removes what was kept, and the next user sees nothing', async () => {
  const [first, second] = [await portal.customer(), await portal.customer()];
  const { page } = await browsing.visit(portal.origin, { worker: true });
  await openAs(page, portal, first, '/app/my-files');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForTimeout(2_500);
  expect((await lookInside(page)).count).toBe(0);
  // Without the setting, there is no button for a single paper either.
  expect(await page.getByRole('button', { name: /^ডিভাইসে রাখুন/ }).count()).toBe(0);

  await page.goto(choice);
  await startKeeping(page);
  await page.goto('/app/my-orders');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForTimeout(2_500);
  expect((await lookInside(page)).count).toBeGreaterThan(0);
  // Blocked or signed out elsewhere: the page learns of it with its next request.
  await portal.call('DELETE', '/account/sessions/others/', { token: first.token });
  await page.reload();
  await page.waitForURL('**/login*');
  await page.waitForTimeout(300);
  expect((await lookInside(page)).count).toBe(0);
  await expectNothingOf(first, page, second);
}, 60_000);

it('a full phone and a private window are reported, and the portal continues to work', async () => {
  const person = await portal.customer();
  const { page, context, expectCalm } = await browsing.visit(portal.origin);
  await context.addInitScript(() => {
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function full(...given: Parameters<typeof put>) {
      if (this.name === 'items') throw new DOMException('no room', 'QuotaExceededError');
      return put.apply(this, given);
    };
  });
  await openAs(page, portal, person, choice);
  await page.getByRole('button', { name: 'এই ডিভাইসে রাখুন' }).click();
  await page.getByText('ডিভাইসে জায়গা নেই, তাই নতুন কিছু রাখা যাচ্ছে না।').waitFor();
  await settle(page);
  await shot(page, 'keeping-full-360');
  expect(await findAllFaults(page)).toEqual([]);

  const shy = await browsing.visit(portal.origin);
  await shy.context.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('not here', 'SecurityError');
    };
  });
  await openAs(shy.page, portal, person, choice);
  await shy.page.getByRole('button', { name: 'এই ডিভাইসে রাখুন' }).click();
  await shy.page.getByText('এই ব্রাউজারে কিছু রাখা যায় না').waitFor();
  await shy.page.goto('/app/my-orders');
  await shy.page.getByRole('heading', { level: 1, name: 'আমার অর্ডার' }).waitFor();
  expectCalm();
  shy.expectCalm();
}, 60_000);
