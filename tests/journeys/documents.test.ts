// The document services in a real browser, at the width of a phone: what customers see, read and receive in the end.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { readPdfText } from '#engines/rendering/inspect-pdf.ts';
import { syntheticPeople } from '#server/registry/synthetic.ts';
import { useBrowser, type Visitor } from '../support/browser.ts';
import { usePortal } from '../support/portal.ts';
import { findAllFaults, walkTo } from './page-faults.ts';
import { openAs, spoilAccessToken } from './steps.ts';

const answer = '48213';
const portal = usePortal({ CAPTCHA_ANSWER: answer });
const browsing = useBrowser({ whole: true, reuse: true });
const signedCopy = join(
  import.meta.dirname,
  '../../src/engines/fixtures/signed-copies/s01-l1-chromium-notosans.pdf',
);
const notices = ['তথ্য কপি — সরকারি দলিল নয়', 'Information copy — not a government-issued document'];

const person = syntheticPeople[5]!;
const dayFirst = (date: string, separator = '-') => date.split('-').reverse().join(separator);
const bengali = (text: string) => text.replace(/\d/g, (digit) => String.fromCharCode(0x09e6 + Number(digit)));
const bare = (text: string) => text.normalize('NFC').replace(/\s+/g, '');
const named = (page: Page, name: string) => page.locator(`[name="${name}"]`);
const says = (page: Page, text: string) =>
  page.getByText(text.normalize('NFC'), { exact: true }).filter({ visible: true }).first().waitFor();

/** Follows the opened tab and reads the paper: the notices on every page, and whom it is about. */
async function expectOpened(
  { page, context }: Visitor,
  click: () => Promise<void>,
  about: string,
  toast?: string,
) {
  const opening = context.waitForEvent('page');
  // A toast stays for two seconds, so waiting for it starts with the click.
  const said = toast === undefined ? undefined : says(page, toast);
  await click();
  const tab = await opening;
  await tab.waitForURL((url) => url.protocol.startsWith('http'));
  const paper = await context.request.get(tab.url());
  expect(paper.status()).toBe(200);
  const pages = await readPdfText(await paper.body());
  expect(pages.length).toBeGreaterThan(0);
  for (const text of pages) for (const notice of notices) expect(bare(text)).toContain(bare(notice));
  expect(bare(pages.join(''))).toContain(bare(about));
  await said;
  await tab.close();
  await page.bringToFront();
}

test('a customer gets a TIN certificate, an unofficial copy, a server copy and a birth registration copy, and corrects one', async () => {
  const customer = await portal.customer();
  await portal.topUp(customer, '200');
  const visitor = await browsing.visit(portal.origin);
  const { page } = visitor;
  await page.goto('/login');
  await page.getByLabel(/ইউজারনেম/).fill(customer.email);
  await page.getByRole('textbox', { name: /^পাসওয়ার্ড/ }).fill(customer.password);
  await page.getByRole('button', { name: 'লগইন করুন' }).click();
  await page.waitForURL('**/app');

  await walkTo(page, '/app/tin-certificate', { pastToasts: true });
  await page.getByRole('button', { name: 'খুঁজুন' }).click();
  await says(page, 'দয়া করে টিন নম্বর প্রদান করুন');
  await named(page, 'tin_number').fill(bengali(person.mobile));
  await page.getByRole('button', { name: 'খুঁজুন' }).click();
  await says(page, 'তথ্য খুঁজে পাওয়া গেছে');
  await says(page, bengali(person.tin));
  await says(page, person.nameEn);
  await says(page, 'সক্রিয়');
  await expectOpened(
    visitor,
    () => page.getByRole('link', { name: 'সার্টিফিকেট ডাউনলোড' }).click(),
    person.nameEn,
  );

  await walkTo(page, '/app/server-copy-unofficial', { pastToasts: true });
  const copyButton = page.getByRole('button', { name: 'সার্ভার কপি তৈরি করুন' });
  await copyButton.click();
  await says(page, 'এনআইডি নম্বর প্রয়োজন');
  await says(page, 'জন্ম তারিখ প্রয়োজন');
  await named(page, 'nid').fill(person.nid);
  // Two digits of a year could mean either century.
  await named(page, 'date_of_birth').fill(
    bengali(dayFirst(person.dateOfBirth, '.').replace(/\.(?:19|20)(?=\d\d$)/, '.')),
  );
  await copyButton.click();
  await says(page, 'তারিখটি দিন-মাস-বছর করে লিখুন, যেমন ১৫-০৩-১৯৯৫');
  await named(page, 'date_of_birth').fill(bengali(dayFirst(person.dateOfBirth, '/')));
  // A phone that runs out of memory reloads the page.
  await page.reload();
  expect(await named(page, 'nid').inputValue()).toBe(bengali(person.nid));
  await expectOpened(visitor, () => copyButton.click(), person.nameBn);
  expect(await named(page, 'nid').inputValue()).toBe('');
  expect(await named(page, 'date_of_birth').inputValue()).toBe('');

  await walkTo(page, '/app/sign2server', { pastToasts: true });
  const upload = page.locator('input[type=file]').first();
  // Whether or not it is called a PDF, the form says the same.
  await upload.setInputFiles({ name: 'copy.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no') });
  await says(page, 'পিডিএফ বা ছবি দিন');
  await upload.setInputFiles({ name: 'copy.txt', mimeType: 'text/plain', buffer: Buffer.from('no') });
  await says(page, 'পিডিএফ বা ছবি দিন');
  // As an app may forward a PDF.
  const sentOn = { name: 'IMG-WA0003.jpg', mimeType: 'image/jpeg', buffer: await readFile(signedCopy) };
  await upload.setInputFiles(sentOn);
  await says(page, 'কপি থেকে তথ্য পড়া হয়েছে, মিলিয়ে দেখুন');
  const readName = await named(page, 'name_bn').inputValue();
  expect(readName).toBe('মোঃ মাহফুজুর তালুকদার'.normalize('NFC'));
  await named(page, 'mobile_number').fill('');
  await copyButton.click();
  await says(page, 'লাল চিহ্ন দেওয়া ঘরগুলো ঠিক করুন');
  await named(page, 'mobile_number').fill('০১৭১২-৩৪৫৬৭৮');
  expect(await named(page, 'mobile_number').inputValue()).toBe('০১৭১২৩৪৫৬৭৮');
  for (const field of ['form_number', 'education_qualification', 'birthplace', 'present_address'])
    if ((await named(page, field).inputValue()) === '') await named(page, field).fill('১২৩৪৫');
  await expectOpened(visitor, () => copyButton.click(), readName, 'সার্ভার কপি তৈরি হয়েছে');

  await walkTo(page, '/app/new-birth-certificate', { pastToasts: true });
  await named(page, 'lookup_number').fill(person.birthCertificateNo);
  await named(page, 'lookup_date').pressSequentially('31-02-1995');
  await says(page, 'ক্যালেন্ডারে এমন দিন নেই; দেখে সঠিক তারিখ লিখুন');
  // The request contains it as day-month-year. Dots cause no message, so the button stays in place while it is pressed.
  await named(page, 'lookup_date').fill(bengali(dayFirst(person.dateOfBirth, '.')));
  // The server knows best why there is no picture.
  const why = 'সার্ভার এখন ব্যস্ত, একটু পরে আবার চেষ্টা করুন';
  const captchaCall = /\/account\/new-birth\/$/;
  await page.route(captchaCall, (route) => route.fulfill({ status: 409, json: { error: why } }));
  await page.getByRole('button', { name: 'তথ্য আনুন' }).click();
  await says(page, why);
  await page.unroute(captchaCall);
  await page.getByRole('button', { name: 'তথ্য আনুন' }).click();
  const dialog = page.getByRole('dialog');
  const first = await dialog.getByRole('img').getAttribute('src');
  await dialog.getByRole('button', { name: 'যাচাই করুন' }).click();
  await says(page, 'ছবির সংখ্যাগুলো লিখুন');
  await named(page, 'captcha').fill('00000');
  await dialog.getByRole('button', { name: 'যাচাই করুন' }).click();
  await dialog.getByText('ছবির সংখ্যা মেলেনি বা সময় শেষ, নতুন ছবি দেখে আবার লিখুন').waitFor();
  await expect.poll(() => named(page, 'captcha').inputValue()).toBe('');
  await expect.poll(() => dialog.getByRole('img').getAttribute('src')).not.toBe(first);
  await named(page, 'captcha').fill(bengali(answer));
  await dialog.getByRole('button', { name: 'যাচাই করুন' }).click();
  await says(page, 'তথ্য পাওয়া গেছে, নিচের ঘরগুলো মিলিয়ে দেখুন');
  await dialog.waitFor({ state: 'detached' });
  // The filled form is below: the focus moves there, to a field that the lookup left empty.
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBeTruthy();
  expect(await named(page, 'name_bn').inputValue()).toBe(person.nameBn);
  expect(await named(page, 'upazila_zila').inputValue()).toContain(person.addressEn.district);
  expect(await named(page, 'left_bar_code').inputValue()).toBe('AEMA');
  await page.getByRole('button', { name: 'আরেকটি সিরিজ নিন' }).click();
  const series = await named(page, 'left_bar_code').inputValue();
  expect(['IRIA', 'ERRD', 'DMIQ', 'DZIH']).toContain(series);
  expect(await named(page, 'qr_link').inputValue()).toBe(`${portal.origin}/verify/${series}`);
  await expect(named(page, 'qr_link').fill('x', { timeout: 300 })).rejects.toThrow();
  const generate = page.getByRole('button', { name: 'জন্ম নিবন্ধন তৈরি করুন' });
  await generate.click();
  await says(page, 'লাল চিহ্ন দেওয়া ঘরগুলো ঠিক করুন');
  await named(page, 'permanent_address').fill('গ্রাম: মধুপুর, চান্দিনা, কুমিল্লা');
  await expectOpened(visitor, () => generate.click(), person.nameBn, 'জন্ম নিবন্ধনের তথ্য কপি তৈরি হয়েছে');

  await walkTo(page, '/app/my-files', { pastToasts: true });
  const edits = page.getByRole('button', { name: /^সংশোধন/ }).filter({ visible: true });
  await edits.last().click();
  await says(page, 'এই ফাইলটি সংশোধন করা যায় না');
  await edits.first().click();
  await page.waitForURL('**/app/edit-birth-certificate/*');
  await named(page, 'name_en').fill('Corrected Name');
  const correct = page.getByRole('button', { name: 'সংশোধন করুন' });
  // A response without a copy does not count as one.
  await page.route('**/account/new-birth-details/*/', (route) => route.fulfill({ json: {} }), { times: 1 });
  await correct.click();
  await says(page, 'সার্ভারের উত্তর বোঝা যায়নি। একটু পরে আবার চেষ্টা করুন।');
  await expectOpened(visitor, () => correct.click(), 'Corrected Name', 'জন্ম নিবন্ধন সফলভাবে আপডেট করা হয়েছে');
  for (const [address, text] of [
    ['/app/edit-nid/0', 'এই নম্বরের কোনো এনআইডি কপি নেই'],
    ['/app/sign2server/edit/abc', 'নম্বরটি ঠিক নয়'],
    ['/app/edit-birth-certificate/-1', 'এই নম্বরের কোনো জন্ম নিবন্ধন কপি নেই'],
  ] as const) {
    await walkTo(page, address, { pastToasts: true });
    await says(page, text);
  }
  visitor.expectCalm();

  // Staff find all of it in the history of the automatic services, by text and by customer.
  const staff = await browsing.visit(portal.origin);
  await openAs(staff.page, portal, portal.admin, '/admin/auto-services-history');
  for (const width of [360, 1280]) {
    await staff.page.setViewportSize({ width, height: 800 });
    await walkTo(staff.page, `/admin/auto-services-history?user=${customer.id}`, { pastToasts: true });
    await says(staff.page, readName);
    // Lists show the end of a number; one click shows the whole and copies it, and its owner sees who clicked.
    const masked = `…${bengali(person.nid.slice(-4))}`;
    await says(staff.page, masked);
    const presses = staff.page
      .getByRole('button', { name: `পুরো নম্বর দেখুন ও কপি করুন ${masked}` })
      .filter({ visible: true });
    for (const press of await presses.all()) await press.click();
    await says(staff.page, bengali(person.nid));
    const search = staff.page.getByRole('searchbox', { name: 'নাম বা নম্বর' });
    await search.fill(bengali(person.tin));
    await staff.page.getByText(readName).first().waitFor({ state: 'detached' });
    await says(staff.page, person.nameEn);
    const table = staff.page.waitForEvent('download');
    await staff.page.getByRole('button', { name: 'সিএসভি ডাউনলোড' }).click();
    const lines = (await readFile(await (await table).path(), 'utf8')).trim().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(person.nameEn);
  }
  staff.expectCalm();
  await walkTo(page, '/app/profile?tab=trail', { pastToasts: true });
  await says(page, 'আড়াল করা নম্বর পুরোটা দেখা হয়েছে');
}, 120_000);

test('a second copy or lookup in the same form removes everything from the first, and asks about what was typed', async () => {
  const customer = await portal.customer();
  await portal.topUp(customer, '200');
  const visitor = await browsing.visit(portal.origin);
  const { page } = visitor;
  const copy = (name: string) => join(import.meta.dirname, '../../src/engines/fixtures/signed-copies', name);
  const dialog = page.getByRole('dialog');
  const second = { name: '', national_id: '' };

  for (const { path, name, father, number } of [
    {
      path: '/app/new-nid',
      name: 'name_bangla',
      father: 'father_name',
      number: 'national_id',
    },
    {
      path: '/app/sign2server',
      name: 'name_bn',
      father: 'father_name',
      number: 'nid_number',
    },
  ]) {
    await openAs(page, portal, customer, path);
    const upload = page.locator('input[type=file]').first();
    await upload.setInputFiles(signedCopy);
    await expect.poll(() => named(page, name).inputValue()).toBe('মোঃ মাহফুজুর তালুকদার'.normalize('NFC'));
    const picture = page.getByRole('img', { name: 'ছবি', exact: true });
    const firstPhoto = await picture.getAttribute('src');
    const firstFather = await named(page, father).inputValue();
    await named(page, 'birth_place').or(named(page, 'birthplace')).fill('নিজে লেখা জেলা');

    // An unreadable file changes nothing, and is not shown as the copy behind the form.
    await upload.setInputFiles(copy('hostile/sx1-encrypted.pdf'));
    await page.getByRole('alert').first().waitFor();
    await page.getByText('s01-l1-chromium-notosans.pdf').first().waitFor();
    expect(await named(page, father).inputValue()).toBe(firstFather);

    await upload.setInputFiles(copy('s02-l2-chromium-hindsiliguri.pdf'));
    await dialog.getByText('নিজে লেখা জেলা').waitFor();
    // Neither a reload nor Escape lets any of the first person's data through.
    await page.reload();
    await dialog.getByText('নিজে লেখা জেলা').waitFor();
    await dialog.getByRole('button', { name: 'না, নতুন তথ্যই থাক' }).click();
    await dialog.waitFor({ state: 'detached' });
    second.name = await named(page, name).inputValue();
    second.national_id = await named(page, number).inputValue();
    expect(second.name).not.toBe('মোঃ মাহফুজুর তালুকদার'.normalize('NFC'));
    expect(await named(page, father).inputValue()).not.toBe(firstFather);
    expect(await named(page, 'birth_place').or(named(page, 'birthplace')).inputValue()).not.toBe(
      'নিজে লেখা জেলা',
    );
    const shown = await picture.getAttribute('src', { timeout: 500 }).catch(() => null);
    expect(shown).not.toBe(firstPhoto);

    await named(page, father).fill('আব্দুল করিম');
    await upload.setInputFiles(signedCopy);
    await dialog.getByText('আব্দুল করিম').waitFor();
    await dialog.getByRole('button', { name: 'একই মানুষের, রাখুন' }).click();
    expect(await named(page, father).inputValue()).toBe('আব্দুল করিম');
    expect(await named(page, name).inputValue()).toBe('মোঃ মাহফুজুর তালুকদার'.normalize('NFC'));
  }

  await page.goto('/app/new-birth-certificate');
  const lookUp = async (index: number) => {
    const { birthCertificateNo, dateOfBirth } = syntheticPeople[index]!;
    await named(page, 'lookup_number').fill(birthCertificateNo);
    await named(page, 'lookup_date').fill(dayFirst(dateOfBirth));
    await page.getByRole('button', { name: 'তথ্য আনুন' }).click();
    await named(page, 'captcha').fill(answer);
    await dialog.getByRole('button', { name: 'যাচাই করুন' }).click();
    await expect.poll(() => named(page, 'name_bn').inputValue()).toBe(syntheticPeople[index]!.nameBn);
  };
  await lookUp(3);
  await named(page, 'permanent_address').fill('গ্রাম: মধুপুর');
  await lookUp(4);
  await dialog.getByText('গ্রাম: মধুপুর').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await named(page, 'permanent_address').inputValue()).toBe('');
  expect(await named(page, 'birth_certificate_no').inputValue()).toBe(
    bengali(syntheticPeople[4]!.birthCertificateNo),
  );
  // Closing only postponed the question: the form shows it, and nothing is saved before it is answered.
  await page.getByRole('button', { name: 'লেখাগুলো দেখুন' }).waitFor();
  expect(await findAllFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'জন্ম নিবন্ধন তৈরি করুন' }).click();
  await dialog.getByRole('button', { name: 'একই মানুষের, রাখুন' }).click();
  expect(await named(page, 'permanent_address').inputValue()).toBe('গ্রাম: মধুপুর');

  // An expired session loses nothing; signing out discards everything.
  const drafts = () =>
    page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:')));
  await named(page, 'mother_name_en').fill('Typed Before');
  await spoilAccessToken(page);
  await page.evaluate(() => localStorage.setItem('refresh_token', 'x'.repeat(43)));
  await page.getByRole('button', { name: 'জন্ম নিবন্ধন তৈরি করুন' }).click();
  await page.waitForURL('**/login**');
  // With the key of the refused request, so that sending the form again pays once.
  const kept = ['birth', 'birth:key', 'new-nid', 'sign-to-server'].map(
    (key) => `draft:${customer.id}:${key}`,
  );
  expect((await drafts()).sort()).toEqual(kept);
  await named(page, 'username').fill(customer.email);
  await named(page, 'password').fill(customer.password);
  await page.getByRole('button', { name: 'লগইন করুন' }).click();
  await page.waitForURL('**/app/new-birth-certificate');
  await expect.poll(() => named(page, 'mother_name_en').inputValue()).toBe('Typed Before');
  await named(page, 'mother_name_en').fill('Typed After');
  await page.getByRole('button', { name: 'অ্যাকাউন্ট মেনু' }).click();
  await page.getByRole('menuitem', { name: 'লগআউট' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/app'));
  expect(await drafts()).toEqual([]);
  visitor.expectCalm();
}, 120_000);
