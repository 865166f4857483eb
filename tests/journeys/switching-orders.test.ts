// What was typed, chosen or started for one order is never applied to the next one that is opened.
import { expect, it } from 'vitest';
import { makeStaff, placeOrder, servicesByCode } from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { usePortal } from '../support/portal.ts';
import { openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser({ reuse: true });
const wide = { width: 1280, height: 800 };

async function makeTwoOrders() {
  const person = await portal.customer();
  await portal.topUp(person, '5000');
  const service = (await servicesByCode(portal)).AB!;
  const first = (await placeOrder(portal, person, service)).id as number;
  return { person, first, second: (await placeOrder(portal, person, service)).id as number };
}

it('a note that is being written stays with its order', async () => {
  const { first, second } = await makeTwoOrders();
  const { page } = await browsing.visit(portal.origin, wide);
  await openAs(page, portal, await makeStaff(portal, 'operator'), '/admin/orders');
  await page.locator(`a[href="/admin/orders/details/${second}"]`).first().click();
  const note = page.getByLabel('নতুন নোট');
  await note.waitFor();
  await page.getByRole('button', { name: 'পরের অর্ডার' }).click();
  await page.waitForURL(`**/${first}`);
  await note.fill('বিকেলে ফোন দেবেন');
  await page.getByRole('button', { name: 'আগের অর্ডার' }).click();
  await page.waitForURL(`**/${second}`);
  await expect.poll(() => note.inputValue()).toBe('');
  await page.getByRole('button', { name: 'পরের অর্ডার' }).click();
  await page.waitForURL(`**/${first}`);
  await expect.poll(() => note.inputValue()).toBe('বিকেলে ফোন দেবেন');
});

it('a file being uploaded to one order is not attached to another', async () => {
  const { person, first, second } = await makeTwoOrders();
  const { page } = await browsing.visit(portal.origin, wide);
  await openAs(page, portal, person, '/app/my-orders');
  const open = (id: number) => page.locator(`a[href="/app/my-orders/${id}"]`).first().click();
  const file = page.locator('input[type=file]').first();
  await open(first);
  await file.waitFor({ state: 'attached' });
  await page.locator('a[href="/app/my-orders"]').first().click();
  await open(second);
  const part = '**/account/order-attachments/*/';
  let letGo = () => {};
  const held = new Promise<void>((free) => {
    letGo = free;
  });
  await page.route(part, async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  const begun = page.waitForRequest((request) => request.method() === 'PATCH');
  const given = page.waitForEvent('requestfailed', (request) => request.method() === 'PATCH');
  await file.setInputFiles({
    name: 'ক.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7 ...'),
  });
  await begun;
  await page.evaluate(() => history.go(-2));
  await page.waitForURL(`**/${first}`);
  letGo();
  await given;
  for (const id of [first, second]) {
    const { body } = await portal.call('GET', `/account/orders/${id}/attachments/`, { token: person.token });
    expect(body.count).toBe(0);
  }
});
