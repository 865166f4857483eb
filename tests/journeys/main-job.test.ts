// The whole main job in a real browser, at the width of a phone: customer and admin side by side.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readPdfText } from '#engines/rendering/inspect-pdf.ts';
import { useBrowser } from '../support/browser.ts';
import { startTestPortal } from '../support/portal.ts';

const browsing = useBrowser({ whole: true });
const signedCopy = join(
  import.meta.dirname,
  '../../src/engines/fixtures/signed-copies/s01-l1-chromium-notosans.pdf',
);

test('a customer signs up, recharges, makes an NID copy, orders a service, and gets what the admin delivers', async () => {
  // A retry of the test also needs a shop in which nothing has happened.
  const portal = await startTestPortal();
  onTestFinished(() => portal.stop());
  const customer = await browsing.visit(portal.origin);
  const { page } = customer;

  await page.goto('/');
  await page.getByRole('link', { name: 'অ্যাকাউন্ট খুলুন' }).first().click();
  await page.getByLabel('প্রথম নাম').fill('রহিমা');
  await page.getByLabel('শেষ নাম').fill('খাতুন');
  await page.getByLabel('ইমেইল').fill('rahima@mail.test');
  await page.getByLabel('ফোন নম্বর').fill('০১৭১২৩৪৫৬৭৮');
  await page.getByRole('textbox', { name: /^পাসওয়ার্ড/ }).fill('shobuj-pata-jhore-9');
  await page.getByText('ফোন নম্বরটি সঠিক').waitFor();
  // A phone discards the page while its user looks at the mail; only the password has to be typed again.
  await page.reload();
  await expect.poll(() => page.getByLabel('ইমেইল').inputValue()).toBe('rahima@mail.test');
  await page.getByText('ফোন নম্বরটি সঠিক').waitFor();
  expect(await page.getByRole('textbox', { name: /^পাসওয়ার্ড/ }).inputValue()).toBe('');
  await page.getByRole('textbox', { name: /^পাসওয়ার্ড/ }).fill('shobuj-pata-jhore-9');
  await page.getByLabel('আমি সেবার শর্তাবলী মেনে নিচ্ছি').check();
  await page.getByRole('button', { name: 'অ্যাকাউন্ট খুলুন' }).click();
  await page.getByText('রেজিস্ট্রেশন সফল হয়েছে! লগইন পৃষ্ঠায় রিডাইরেক্ট করা হচ্ছে...').waitFor();
  await page.waitForURL('**/login');

  await page.getByText('অ্যাকাউন্ট খোলা হয়েছে').waitFor();
  expect(await page.getByLabel(/ইউজারনেম/).inputValue()).toBe('rahima@mail.test');
  await page.getByRole('textbox', { name: /^পাসওয়ার্ড/ }).fill('shobuj-pata-jhore-9');
  await page.getByRole('button', { name: 'লগইন করুন' }).click();
  await page.waitForURL('**/app');
  await page.getByText('স্বাগতম, রহিমা').waitFor();

  await page.goto('/app/recharge-history');
  await page.getByRole('button', { name: 'এই প্যাকেজ নিন' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'পেমেন্টে যান' }).click();
  await page.waitForURL('**/sandbox/pay/**');
  await page.getByRole('button', { name: 'টাকা দিন', exact: true }).click();
  await page.getByRole('dialog').getByText('রিচার্জ সফল হয়েছে').waitFor();
  await page.keyboard.press('Escape');
  await page.waitForURL((url) => url.pathname === '/app/recharge-history' && url.search === '');
  await page.getByText('৳\u00a0১,০৩০.০০').filter({ visible: true }).first().waitFor();

  await page.goto('/app/new-nid');
  await page.locator('input[type=file]').first().setInputFiles(signedCopy);
  await expect
    .poll(() => page.getByLabel('নাম (বাংলা)').inputValue(), { timeout: 20_000 })
    .toBe('মোঃ মাহফুজুর তালুকদার'.normalize('NFC'));
  expect(await page.getByLabel('এনআইডি নম্বর').inputValue()).toMatch(/^(8890262123|৮৮৯০২৬২১২৩)$/);
  const opened = customer.context.waitForEvent('page');
  await page.getByRole('button', { name: /^তৈরি করে ডাউনলোড করুন/ }).click();
  const tab = await opened;
  await tab.waitForURL('**/nid/**');
  const pdf = await customer.context.request.get(tab.url());
  expect(pdf.status()).toBe(200);
  const pages = await readPdfText(await pdf.body());
  for (const text of pages) {
    expect(text).toContain('Information copy — not a government-issued document');
    expect(text.normalize('NFC')).toContain('তথ্য কপি — সরকারি দলিল নয়'.normalize('NFC'));
  }
  expect(pages.join('\n').normalize('NFC')).toContain('মোঃ মাহফুজুর তালুকদার'.normalize('NFC'));
  await tab.close();

  await page.goto('/app/my-files');
  await page.getByText('মোঃ মাহফুজুর তালুকদার'.normalize('NFC')).filter({ visible: true }).first().waitFor();

  const staff = await browsing.visit(portal.origin, { width: 1280, height: 900 });
  await staff.page.goto('/login');
  await staff.page.getByLabel(/ইউজারনেম/).fill(portal.admin.email);
  await staff.page.getByRole('textbox', { name: /^পাসওয়ার্ড/ }).fill(portal.admin.password);
  await staff.page.getByRole('button', { name: 'লগইন করুন' }).click();
  await staff.page.waitForURL('**/admin/dashboard');
  await staff.page.goto('/admin/orders');
  await staff.page.getByText('কোন অর্ডার পাওয়া যায়নি').waitFor();

  await page.goto('/app/my-orders/new');
  const choose = async (label: string, option: string | RegExp) => {
    const box = page.getByLabel(label, { exact: false }).first();
    if ((await box.evaluate((element) => element.tagName)) === 'SELECT') {
      const value = await box.locator('option').filter({ hasText: option }).first().getAttribute('value');
      await box.selectOption(value);
    } else {
      await box.click();
      await page.getByRole('option', { name: option }).first().click();
    }
  };
  await choose('সার্ভিস', 'হারানো এনআইডি রিপ্রিন্ট');
  await choose('সার্ভিসের ধরন', 'সাধারণ');
  await page.getByLabel('এনআইডি বা ফরম নম্বর লিখুন').fill('৮৮৯০২৬২১২৩');
  await page.getByText('৳\u00a0১৫০.০০').filter({ visible: true }).first().waitFor();
  await page.getByRole('button', { name: 'অর্ডার দিন' }).click();
  await page.waitForURL('**/app/my-orders');

  // The staff list is not reloaded: the order arrives over the live channel.
  await staff.page.getByText('হারানো এনআইডি রিপ্রিন্ট').filter({ visible: true }).first().waitFor();
  await staff.page.goto('/admin/orders/details/1');
  await staff.page
    .getByText('8890262123')
    .or(staff.page.getByText('৮৮৯০২৬২১২৩'))
    .filter({ visible: true })
    .first()
    .waitFor();

  await staff.page.getByRole('button', { name: 'সম্পন্ন করুন' }).first().click();
  const dialog = staff.page.getByRole('dialog');
  await dialog.getByText('ফাইল', { exact: true }).first().click();
  await dialog.locator('input[type=file]').setInputFiles(signedCopy);
  await dialog.getByLabel(/মন্তব্য/).fill('স্লিপ দেওয়া হলো');
  await dialog.getByRole('button', { name: 'সম্পন্ন করুন' }).click();
  await staff.page.getByText('অর্ডার সফলভাবে সম্পূর্ণ করা হয়েছে').waitFor();

  await page.getByText('সম্পন্ন').filter({ visible: true }).last().waitFor();
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'ফাইল ডাউনলোড' }).filter({ visible: true }).first().click();
  const bytes = await readFile(await (await downloaded).path());
  expect(bytes.equals(await readFile(signedCopy))).toBe(true);

  const { body } = await portal.call('GET', '/account/users/?search=rahima', { token: portal.admin.token });
  expect(body.results[0]!.balance).toBe(1030 - 15 - 150);
  customer.expectCalm();
  staff.expectCalm();
}, 120_000);
