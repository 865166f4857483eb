// What an owner does with the shop itself: settings and services, at once for customers, and never over a colleague's change.
import { describe, expect, it } from 'vitest';
import { toBengaliDigits } from '#contract/bengali.ts';
import { servicesByCode } from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { asOwner } from '../support/database.ts';
import { usePortal } from '../support/portal.ts';
import { openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser();
const sizes = [
  { width: 360, height: 740 },
  { width: 1280, height: 900 },
];
const save = 'সংরক্ষণ করুন';

describe.each(sizes)('at $width pixels an owner', (size) => {
  it('writes an announcement that customers see at once, and is told of a colleague’s change', async () => {
    const customer = await portal.customer();
    const reading = await browsing.visit(portal.origin, size);
    await openAs(reading.page, portal, customer, '/app');
    await reading.page.getByRole('heading', { level: 1 }).waitFor();
    const { page, expectCalm } = await browsing.visit(portal.origin, size);
    await openAs(page, portal, portal.admin, '/admin/settings');
    const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'ঘোষণা' }) });
    const words = `ঈদের ছুটি ${size.width}`;
    await card.locator('textarea[name=bn]').fill(words);
    await card.getByRole('button', { name: save }).click();
    await page.getByText('সংরক্ষণ হয়েছে, এখন থেকেই চালু').first().waitFor();
    await reading.page.getByText(words, { exact: true }).waitFor();

    const money = page.locator('section').filter({ has: page.getByRole('heading', { name: 'টাকার সীমা' }) });
    await money.locator('input[name=approval_sum]').fill('৪০০০০');
    const { body } = await portal.call('GET', '/account/settings/', { token: portal.admin.token });
    const group = body.results.find(({ key }: { key: string }) => key === 'money');
    const theirs = await portal.call('PUT', '/account/settings/money/', {
      token: portal.admin.token,
      body: { version: group.version, value: { minimum_recharge: '150', approval_sum: '60000' } },
    });
    expect(theirs.status).toBe(200);
    await money.getByText(/এই অংশ বদলেছেন/).waitFor();
    expect(await money.locator('input[name=approval_sum]').inputValue()).toBe('৪০০০০');
    await money.getByRole('button', { name: 'আমারটি রাখুন' }).click();
    await money.getByText(/এই অংশ বদলেছেন/).waitFor({ state: 'detached' });
    await money.getByRole('button', { name: 'আগের বদল' }).click();
    await page.getByRole('dialog').getByText('৪০০০০.০০', { exact: false }).first().waitFor();
    await page.keyboard.press('Escape');

    const name = page.locator('section').filter({ has: page.getByRole('heading', { name: 'দোকানের নাম' }) });
    await name.locator('input[name=name_bn]').fill('নির্বাচন কমিশন');
    await name.getByRole('button', { name: save }).click();
    await name.getByText('দোকানের নাম কোনো সরকারি প্রতিষ্ঠানের মতো হতে পারে না, নিজের নাম দিন').waitFor();
    expect(await name.locator('input[name=name_bn]').inputValue()).toBe('নির্বাচন কমিশন');
    await name.locator('input[name=name_bn]').fill('মেঘনা সেবা');
    await name.getByRole('button', { name: save }).click();
    // Every text that names the shop follows, also in the tab.
    await page.waitForFunction(() => document.title.endsWith('— মেঘনা সেবা'));
    await page.getByText('মেঘনা সেবা — দপ্তর').waitFor();
    expectCalm();
    reading.expectCalm();
  });

  it('updates a service, plans a price, sees who was quicker, and arranges the gallery by keyboard', async () => {
    const { page, expectCalm } = await browsing.visit(portal.origin, size);
    await openAs(page, portal, portal.admin, '/admin/services');
    const card = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'হারানো এনআইডি রিপ্রিন্ট' }) });
    await card.getByRole('button', { name: /^হালনাগাদ/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('input[name=price]').fill('দশ');
    await dialog.locator('input[name=contact]').fill('০১৭-১');
    await dialog.locator('input[name=hours]').fill('0');
    await dialog.getByRole('button', { name: save }).click();
    for (const words of ['সঠিক পরিমাণ লিখুন', 'শুধু সংখ্যা লিখুন', '১ থেকে ২১৬০ এর মধ্যে একটি সংখ্যা লিখুন'])
      await dialog.getByText(words, { exact: true }).waitFor();
    const charge = `${size.width}`;
    await dialog.locator('input[name=price]').fill(charge);
    await dialog.locator('input[name=contact]').fill('০১৭১২৩৪৫৬৭৮');
    await dialog.locator('input[name=hours]').fill('৩০');
    // A colleague is quicker while this is typed.
    const { body } = await portal.call('GET', '/account/services/', { token: portal.admin.token });
    const service = body.find(({ code }: { code: string }) => code === 'AB');
    await portal.call('PATCH', `/account/services/${service.id}/`, {
      token: portal.admin.token,
      body: { charge: String(size.width + 1) },
    });
    await dialog.getByText(/এটি বদলেছেন/).waitFor();
    expect(await dialog.locator('input[name=price]').inputValue()).toBe(charge);
    await dialog.getByRole('button', { name: 'আমারটি রাখুন' }).click();
    await dialog.waitFor({ state: 'detached' });
    await card.getByText('৩০ ঘণ্টা').waitFor();

    await card.getByRole('button', { name: /^হালনাগাদ/ }).click();
    await dialog.locator('input[name=price]').fill('99');
    const day = new Date(Date.now() + (size.width + 240) * 3_600_000).toISOString().slice(0, 10);
    await dialog.locator('input[name=from]').fill(day);
    await dialog.getByRole('button', { name: save }).click();
    await dialog.waitFor({ state: 'detached' });
    await card.getByRole('button', { name: /^দাম ও ইতিহাস/ }).click();
    await dialog.getByText('নতুন দামের দিন ঠিক হয়েছে').first().waitFor();
    await dialog.getByRole('button', { name: 'বাতিল করুন' }).click();
    await dialog.getByText('সামনে কোনো দাম বদলাবে না').waitFor();
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'ক্রম সাজান' }).click();
    const last = page.getByRole('main').getByRole('listitem').last();
    const place = (await page.getByRole('main').getByRole('listitem').count()) - 2;
    const name = ((await last.locator('span').nth(1).textContent()) ?? '').trim();
    await page.getByRole('button', { name: `${name}: এক ধাপ উপরে` }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.getByText(`${name} এখন ${toBengaliDigits(place)} নম্বরে`, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'ক্রম সংরক্ষণ করুন' }).click();
    await page.getByRole('button', { name: 'ক্রম সাজান' }).waitFor();
    const arranged = await portal.call('GET', '/account/services/', { token: portal.admin.token });
    expect(arranged.body[place - 1].name).toBe(name);
    expectCalm();
  });

  it('adds the first sub-type from the empty list, and changes it', async () => {
    const code = `Z${size.width}`;
    await asOwner(portal.ownerUrl, 'insert into services (code, name, position) values ($1, $2, 900)', [
      code,
      `নতুন সেবা ${size.width}`,
    ]);
    const { id } = (await servicesByCode(portal))[code]!;
    const { page, expectCalm } = await browsing.visit(portal.origin, size);
    await openAs(page, portal, portal.admin, `/admin/services/sub-types/${id}`);
    await page.getByRole('button', { name: 'প্রথম ধরন যোগ করুন' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('input[name=price]').fill('-5');
    await dialog.locator('input[name=contact]').fill('ফোন নম্বর');
    await dialog.getByRole('button', { name: 'যোগ করুন' }).click();
    for (const words of ['নাম লিখুন', 'দাম ঋণাত্মক হতে পারে না', 'সঠিক ফোন নম্বর লিখুন'])
      await dialog.getByText(words, { exact: true }).waitFor();
    await dialog.locator('input[name=name]').fill('সাধারণ');
    await dialog.locator('input[name=price]').fill('');
    await dialog.locator('input[name=contact]').fill('');
    await dialog.getByRole('button', { name: 'যোগ করুন' }).click();
    await page.getByText('নির্ধারিত নয়').waitFor();
    await page.getByText('সার্ভিসের সমান').waitFor();
    await page.getByRole('button', { name: /^বদলান/ }).click();
    await dialog.locator('input[name=contact]').fill('+880 1712-345678');
    await dialog.getByRole('button', { name: save }).click();
    await page.getByText('+৮৮০ ১৭১২-৩৪৫৬৭৮').waitFor();
    await page.goto('/admin/services/sub-types/abc');
    await page.getByText('Service id not found').last().waitFor();
    await page.goto('/admin/services/sub-types/99999');
    await page.getByText('sub-type data not found').last().waitFor();
    expectCalm();
  });
});
