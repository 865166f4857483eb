// An owner builds a form with a field of each kind, a paper and a condition. A customer fills it in on a phone, with photos. An operator checks it,
// ticks the checklist and completes.
import { createCanvas } from '@napi-rs/canvas';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makeStaff, servicesByCode } from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { usePortal } from '../support/portal.ts';
import { expectFocused, openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser();
const isTooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

const names = {
  ...{ text: 'উদ্দেশ্য', long_text: 'বিস্তারিত', digits: 'রেফারেন্স', date: 'জন্ম তারিখ', choice: 'কাজের ধরন' },
  ...{
    phone: 'যোগাযোগের মোবাইল',
    person: 'আবেদনকারী',
    address: 'বাড়ির ঠিকানা',
    amount: 'মাসিক আয়',
    yes_no: 'বিবাহিত',
  },
};

async function build(page: Page): Promise<void> {
  // The form starts with what the service already asks for.
  await page.getByTestId('form-item').first().waitFor();
  await page
    .getByRole('button', { name: /: সরান$/ })
    .first()
    .click();
  const items = page.getByTestId('form-item');
  // A new field is not marked as wrong before it is visited; publishing focuses the first item without a name.
  await page.getByRole('button', { name: 'নতুন ঘর' }).last().click();
  await items.first().waitFor();
  expect(await page.getByText('নামটি লিখুন').count()).toBe(0);
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click();
  await page.getByText(/আগে তার নাম দুই ভাষায় লিখুন/).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await expectFocused(items.first().getByLabel('বাংলা নাম'));
  // An emptied name is marked before its field is left, so that no button moves while it is pressed.
  await items.first().getByLabel('বাংলা নাম').fill('ক');
  await items.first().getByLabel('বাংলা নাম').fill('');
  await page.getByText('নামটি লিখুন').waitFor();
  await expectFocused(items.first().getByLabel('বাংলা নাম'));
  await items
    .first()
    .getByRole('button', { name: /: সরান$/ })
    .click();
  for (const [kind, name] of Object.entries(names)) {
    await page.getByRole('button', { name: 'নতুন ঘর' }).last().click();
    const item = items.nth(Object.keys(names).indexOf(kind));
    await item.getByLabel('বাংলা নাম').fill(name);
    await item.getByLabel('ইংরেজি নাম').fill(`English ${kind}`);
    await item.getByLabel('কেমন ঘর').selectOption(kind);
    if (!['text', 'date', 'choice', 'person'].includes(kind)) await item.getByLabel('দিতেই হবে').uncheck();
    if (kind === 'choice')
      for (const [at, answer] of ['নতুন', 'নবায়ন'].entries()) {
        await item.getByRole('button', { name: 'আরও একটি উত্তর' }).click();
        await item.getByLabel('উত্তর, বাংলায়').nth(at).fill(answer);
        await item.getByLabel('উত্তর, ইংরেজিতে').nth(at).fill(`Answer ${at}`);
      }
  }
  await page.getByRole('button', { name: 'নতুন ঘর' }).last().click();
  const guardian = items.nth(10);
  await guardian.getByLabel('বাংলা নাম').fill('অভিভাবক');
  await guardian.getByLabel('ইংরেজি নাম').fill('Guardian');
  await guardian.getByLabel('কেমন ঘর').selectOption('person');
  await guardian.getByLabel('কখন চাইবেন').selectOption({ label: 'যদি “জন্ম তারিখ”…' });
  await guardian.getByLabel('শর্ত').selectOption('younger');
  await page.getByRole('button', { name: 'নতুন কাগজ' }).last().click();
  const paper = items.nth(11);
  await paper.getByLabel('বাংলা নাম').fill('এনআইডির ছবি');
  await paper.getByLabel('ইংরেজি নাম').fill('Photo of the NID');
  await paper.getByLabel('দুই পিঠ চাই').check();
  await page.getByRole('button', { name: 'নতুন কাজ' }).last().click();
  const check = items.nth(12);
  await check.getByLabel('কাজটি, বাংলায়').fill('ছবি মিলিয়ে দেখেছি');
  await check.getByLabel('কাজটি, ইংরেজিতে').fill('Compared the photos');
}

it('is built by an owner, filled in on a phone, and worked through by an operator', async () => {
  const person = await portal.customer({ first_name: 'মরিয়ম' });
  await portal.topUp(person, '5000');
  const operator = await makeStaff(portal, 'operator');
  const service = (await servicesByCode(portal)).AL!;
  const owner = await browsing.visit(portal.origin, { width: 360, height: 800 });
  await openAs(owner.page, portal, portal.admin, `/admin/services/form/${service.id}`);
  await build(owner.page);
  const preview = owner.page.getByTestId('preview-bn');
  expect(await preview.getByLabel(/^অভিভাবক/).count()).toBe(0);
  await preview.getByLabel('জন্ম তারিখ').fill('01-01-2020');
  await preview
    .getByLabel(/^অভিভাবক/)
    .first()
    .waitFor();
  await owner.page.getByTestId('preview-en').getByText('English amount').waitFor();
  expect(await isTooWide(owner.page)).toBe(false);
  // The form survives a reload before it is saved.
  await owner.page.reload();
  await expect.poll(() => owner.page.getByTestId('form-item').count()).toBe(13);
  await owner.page.getByRole('button', { name: 'প্রকাশ করুন' }).click();
  await owner.page.getByRole('button', { name: 'হ্যাঁ, করুন' }).click();
  await owner.page.getByTestId('form-versions').getByText('চলছে').waitFor();
  owner.expectCalm();

  const { page, expectCalm } = await browsing.visit(portal.origin, { width: 360, height: 800 });
  await openAs(page, portal, person, '/app/my-orders/new?service=AL');
  await page.locator('select[name=subType]').selectOption(String(service.sub_type[0]!.id));
  await page.getByLabel('উদ্দেশ্য').waitFor();
  await page.getByRole('button', { name: 'অর্ডার দিন' }).click();
  await page.getByText('এই কাগজটি দিন').waitFor();
  await page.getByLabel('উদ্দেশ্য').fill('দোকানের জন্য');
  await page.getByLabel('জন্ম তারিখ').fill('15-03-1990');
  await page.getByLabel('কাজের ধরন').selectOption({ label: 'নবায়ন' });
  await page.locator('input[name="answers.f7"]').fill('করিম উদ্দিন');
  await page.getByLabel('মাসিক আয়').fill('২৫০০০');
  await page.getByRole('radio', { name: 'হ্যাঁ' }).check();
  const buffer = createCanvas(1_200, 800).toBuffer('image/jpeg');
  const files = page.locator('input[type=file]').first();
  for (const [count, name] of ['সামনে.jpg', 'পেছনে.jpg'].entries()) {
    await files.setInputFiles({ name, mimeType: 'image/jpeg', buffer });
    await expect.poll(() => page.getByText('পৌঁছে গেছে').count()).toBe(count + 1);
  }
  expect(await isTooWide(page)).toBe(false);
  await page.getByRole('button', { name: 'অর্ডার দিন' }).click();
  await page.waitForURL('**/app/my-orders');
  await page
    .getByRole('link', { name: /বিস্তারিত/ })
    .filter({ visible: true })
    .first()
    .click();
  await page.locator('[data-answer=f4]').waitFor();
  expect(await isTooWide(page)).toBe(false);
  const id = page.url().split('/').at(-1)!;
  expectCalm();

  const staff = await browsing.visit(portal.origin, { width: 1280, height: 900 });
  await openAs(staff.page, portal, operator, `/admin/orders/details/${id}`);
  await staff.page.getByText('দোকানের জন্য').waitFor();
  await staff.page.getByRole('button', { name: 'এনআইডির ছবি: সামনে.jpg' }).click();
  await staff.page.getByTestId('photo').waitFor();
  const dialog = staff.page.getByRole('dialog');
  const complete = async () => {
    await staff.page.getByRole('button', { name: 'সম্পন্ন করুন' }).first().click();
    await dialog.getByRole('radio', { name: 'লেখা' }).check();
    await dialog.locator('textarea[name=text_content]').fill('লাইসেন্স নম্বর ৭৭');
    await dialog.getByRole('button', { name: 'সম্পন্ন করুন', exact: true }).click();
  };
  await complete();
  await dialog.getByText('কাজ শেষের আগে তালিকার সব জরুরি কাজে টিক দিন').first().waitFor();
  await staff.page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await staff.page.getByTestId('checklist').getByRole('checkbox').click();
  await expect.poll(() => staff.page.getByTestId('checklist').getByRole('checkbox').isChecked()).toBe(true);
  await complete();
  await page.getByTestId('result-text').getByText('লাইসেন্স নম্বর ৭৭').waitFor();
  staff.expectCalm();
}, 180_000);

it('is not saved over a colleague’s newer one: theirs is shown, what was typed stays, and the slower one decides', async () => {
  const service = (await servicesByCode(portal)).AM!;
  const colleague = await makeStaff(portal, 'owner');
  const open = async (person: typeof colleague) => {
    const { page } = await browsing.visit(portal.origin, { width: 1280, height: 900 });
    await openAs(page, portal, person, `/admin/services/form/${service.id}`);
    await page.getByTestId('form-item').first().waitFor();
    return page;
  };
  const add = async (page: Page, button: string, bn: string) => {
    await page.getByRole('button', { name: button }).last().click();
    const item = page.getByTestId('form-item').filter({ has: page.locator('[data-nameless]') });
    const fields = await item.getByRole('textbox').all();
    await fields[0]!.fill(bn);
    await page
      .getByTestId('form-item')
      .filter({ has: page.locator('[data-nameless]') })
      .getByRole('textbox')
      .nth(1)
      .fill(`English ${bn.length}`);
  };
  const newest = async () =>
    (await portal.call('GET', `/account/services/${service.id}/forms/`, { token: colleague.token })).body
      .results[0]!;
  const mine = await open(portal.admin as typeof colleague);
  const theirs = await open(colleague);
  await add(mine, 'নতুন কাজ', 'আমার নতুন কাজ');
  await add(theirs, 'নতুন কাগজ', 'সহকর্মীর কাগজ');
  await theirs.getByRole('button', { name: 'খসড়া রাখুন' }).click();
  await theirs.getByText('খসড়া রাখা হয়েছে').waitFor();
  await mine.getByRole('button', { name: 'খসড়া রাখুন' }).click();
  const conflict = mine.getByRole('alert').filter({ hasText: 'এই ফরম বদলে রেখেছেন' });
  await conflict.getByText('সহকর্মীর কাগজ').waitFor();
  // Unchanged items are not listed as changes.
  expect(await conflict.getByText('যা লিখতে হবে').count()).toBe(0);
  await mine.getByTestId('preview-bn').getByText('সহকর্মীর কাগজ').first().waitFor();
  expect((await newest()).form.papers).toHaveLength(1);
  await conflict.getByRole('button', { name: 'আমারটি রাখুন' }).click();
  await mine.getByText('খসড়া রাখা হয়েছে').waitFor();
  // Their paper is kept next to the user's own task.
  const { form } = await newest();
  expect(form.papers[0]!.label.bn).toBe('সহকর্মীর কাগজ');
  expect(form.checks.map(({ label }: { label: { bn: string } }) => label.bn)).toEqual(['আমার নতুন কাজ']);

  await add(theirs, 'নতুন কাজ', 'সহকর্মীর কাজ');
  await theirs.getByRole('button', { name: 'প্রকাশ করুন' }).click();
  await theirs.getByRole('button', { name: 'হ্যাঁ, করুন' }).click();
  await theirs.getByRole('alert').getByText('আমার নতুন কাজ').waitFor();
  expect((await newest()).state).toBe('draft');
  await theirs.getByRole('button', { name: 'নতুনটি নিন' }).click();
  await expect.poll(() => theirs.getByTestId('form-item').count()).toBe(form.fields.length + 2);
  // Items that were not edited follow what is saved elsewhere.
  await theirs.getByRole('button', { name: 'প্রকাশ করুন' }).click();
  await theirs.getByRole('button', { name: 'হ্যাঁ, করুন' }).click();
  await theirs.getByTestId('form-versions').getByText('চলছে').waitFor();
}, 120_000);
