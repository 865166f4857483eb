// A paper that the customer already has: nobody pays for it twice unawares.
import { expect, it } from 'vitest';
import { syntheticPeople } from '#server/registry/synthetic.ts';
import { balanceOf } from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { usePortal } from '../support/portal.ts';
import { openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser();

it('the same paper within a day is shown before paying, and made again only when asked for', async () => {
  const customer = await portal.customer();
  await portal.topUp(customer, '100');
  const person = syntheticPeople[4]!;
  const spent = async () => 100 - (await balanceOf(portal, customer)).current_balance;
  const { page } = await browsing.visit(portal.origin);
  await openAs(page, portal, customer, '/app/server-copy-unofficial');
  const fill = async (nid: string) => {
    await page.locator('input[name=nid]').fill(nid);
    await page.locator('input[name=date_of_birth]').fill(person.dateOfBirth);
    // The lookup of an earlier paper is debounced.
    await page.waitForTimeout(1_000);
  };
  const press = () => page.getByRole('button', { name: 'সার্ভার কপি তৈরি করুন' }).click();
  const ask = async () => {
    await fill(person.nid);
    await press();
  };
  await ask();
  await page.getByText('সার্ভার কপি তৈরি হয়েছে').first().waitFor();
  const once = await spent();
  expect(once).toBeGreaterThan(0);

  const dialog = page.getByRole('dialog', { name: 'এই কাগজটি আপনার কাছে আছে' });
  // Only a press asks the question, neither an existing paper nor a number typed after a refusal.
  await fill('1000000000');
  const refused = page.waitForResponse('**/account/server-copy-unofficial/');
  await press();
  expect((await refused).status()).toBe(404);
  await fill(person.nid);
  expect(await dialog.count()).toBe(0);
  await press();
  await dialog.getByText(person.nameBn).waitFor();
  expect(await dialog.getByRole('link', { name: 'আগেরটি খুলুন' }).getAttribute('href')).toMatch(
    /\/server-copy-unofficial\/[\w-]{22,}\/$/,
  );
  expect(await spent()).toBe(once);
  await dialog.getByRole('button', { name: /^নতুন করে তৈরি করুন/ }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(spent).toBe(2 * once);
}, 60_000);
