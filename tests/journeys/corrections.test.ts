// Creating and correcting the two copies that start from an uploaded PDF, on a phone: pictures cropped, network lost, versions kept.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPdfText } from '#engines/rendering/inspect-pdf.ts';
import { useBrowser, type Visitor } from '../support/browser.ts';
import { usePortal } from '../support/portal.ts';
import { signInByForm } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser({ whole: true, reuse: true });
const signedCopy = join(
  import.meta.dirname,
  '../../src/engines/fixtures/signed-copies/s01-l1-chromium-notosans.pdf',
);
const readName = 'মোঃ মাহফুজুর তালুকদার'.normalize('NFC');

async function readOpenedFile({ page, context }: Visitor, click: () => Promise<void>): Promise<string> {
  const opening = context.waitForEvent('page');
  await click();
  const tab = await opening;
  await tab.waitForURL((url) => url.protocol.startsWith('http'));
  const paper = await context.request.get(tab.url());
  expect(paper.status()).toBe(200);
  await tab.close();
  await page.bringToFront();
  return (await readPdfText(await paper.body())).join('\n').normalize('NFC');
}

async function customerAt(path: string) {
  const customer = await portal.customer();
  await portal.topUp(customer, '100');
  const visitor = await browsing.visit(portal.origin);
  await signInByForm(visitor.page, customer.email, customer.password);
  await visitor.page.waitForURL('**/app');
  await visitor.page.goto(path);
  return { ...visitor, visitor, customer };
}

test('an NID copy: the photo is cropped, a lost connection loses and charges nothing, a correction makes version two', async () => {
  const { page, context, visitor, customer } = await customerAt('/app/new-nid');
  await page.locator('input[type=file]').first().setInputFiles(signedCopy);
  await expect
    .poll(() => page.locator('[name=name_bangla]').inputValue(), { timeout: 20_000 })
    .toBe(readName);

  const photo = page.getByRole('img', { name: 'ছবি', exact: true });
  const before = await photo.getAttribute('src');
  await page.getByRole('button', { name: 'ছবি: বদলান' }).click();
  await page.getByRole('button', { name: 'ছবি: ছবির অংশ বেছে নিন' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('slider').fill('2');
  await dialog.getByRole('img', { name: 'ছবির বেছে নেওয়া অংশ' }).press('ArrowUp');
  await dialog.getByRole('button', { name: 'এই ছবি দিন' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => photo.getAttribute('src')).not.toBe(before);
  expect(
    await photo.evaluate((image: HTMLImageElement) => image.naturalWidth / image.naturalHeight),
  ).toBeCloseTo(0.8, 2);

  const save = page.getByRole('button', { name: /^তৈরি করে ডাউনলোড করুন/ });
  await context.setOffline(true);
  await save.click();
  await page.getByText('ইন্টারনেট ফিরলে নিজে থেকেই আবার পাঠানো হবে।').waitFor();
  expect(await page.locator('[name=name_bangla]').inputValue()).toBe(readName);
  await context.setOffline(false);
  const opened = page.getByRole('link', { name: 'কপি খুলুন' });
  expect(await readOpenedFile(visitor, () => opened.click())).toContain(readName);
  const { body: wallet } = await portal.call('GET', '/account/transaction-summary/', {
    token: customer.token,
  });
  expect(wallet.current_balance).toBe(85);

  await page.goto('/app/my-files');
  await page
    .getByRole('button', { name: /^সংশোধন/ })
    .filter({ visible: true })
    .first()
    .click();
  await page.waitForURL('**/app/edit-nid/*');
  await page.locator('[name=name_english]').fill('CORRECTED TALUKDER');
  const update = page.getByRole('button', { name: /Update NID|সংশোধন করুন/ }).filter({ visible: true });
  expect(await readOpenedFile(visitor, () => update.click())).toContain('CORRECTED TALUKDER');
  const { body: files } = await portal.call('GET', '/account/myfile/', { token: customer.token });
  expect(files.results).toHaveLength(1);
  const after = await portal.call('GET', '/account/transaction-summary/', { token: customer.token });
  expect(after.body.current_balance).toBe(85);
}, 90_000);

test('a server copy is corrected, photo included, and a missing value is reported at its field', async () => {
  const { page, visitor } = await customerAt('/app/sign2server');
  await page.locator('input[type=file]').first().setInputFiles(signedCopy);
  await expect.poll(() => page.locator('[name=name_bn]').inputValue(), { timeout: 20_000 }).toBe(readName);
  await page.locator('[name=mobile_number]').fill('০১৭১২৩৪৫৬৭৮');
  for (const field of ['form_number', 'education_qualification', 'birthplace', 'present_address']) {
    const box = page.locator(`[name=${field}]`);
    if ((await box.inputValue()) === '') await box.fill('১২৩৪৫');
  }
  await readOpenedFile(visitor, () => page.getByRole('button', { name: 'সার্ভার কপি তৈরি করুন' }).click());

  await page.goto('/app/my-files');
  await page
    .getByRole('button', { name: /^সংশোধন/ })
    .filter({ visible: true })
    .first()
    .click();
  await page.waitForURL('**/app/sign2server/edit/*');
  await page.locator('[name=name_en]').fill('');
  const update = page.getByRole('button', { name: /সংশোধন করুন/ }).filter({ visible: true });
  await update.click();
  await page.getByRole('alert').filter({ visible: true }).first().waitFor();
  await page.locator('[name=name_en]').fill('CORRECTED TALUKDER');
  expect(await readOpenedFile(visitor, () => update.click())).toContain('CORRECTED TALUKDER');
}, 90_000);
