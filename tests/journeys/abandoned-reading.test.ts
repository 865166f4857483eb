// A copy whose page is left while it is being read: other pages do not mention it, and coming back finds a usable form.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { usePortal } from '../support/portal.ts';
import { openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser({ reuse: true });
const copy = join(
  import.meta.dirname,
  '../../src/engines/fixtures/signed-copies/s01-l1-chromium-notosans.pdf',
);

it('a reading ends with its page, and the next file starts a new one', async () => {
  const person = await portal.customer();
  await portal.topUp(person, '500');
  const { page, expectCalm } = await browsing.visit(portal.origin, { width: 1280, height: 800 });
  await openAs(page, portal, person, '/app/new-nid');
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
  let calls = 0;
  await page.route(/nid-extract\/$/, async (route) => {
    calls += 1;
    if (calls === 1) await mayAnswer;
    await route.continue().catch(() => undefined);
  });
  const input = page.locator('input[type=file]').first();
  await input.setInputFiles(copy);
  await expect.poll(() => calls).toBe(1);
  await page.locator('aside a[href="/app/my-orders"]').click();
  await page.getByRole('heading', { level: 1, name: 'আমার অর্ডার' }).waitFor();
  answer();
  await page.waitForTimeout(2_500);
  expect(await page.getByText('কপি থেকে তথ্য পড়া হয়েছে', { exact: false }).count()).toBe(0);
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.goBack();
  await page.locator('[name=name_bangla]').waitFor();
  expect(await page.locator('[name=name_bangla]').inputValue()).toBe('');
  await input.setInputFiles(copy);
  await expect.poll(() => page.locator('[name=name_bangla]').inputValue()).not.toBe('');
  expectCalm();
});
