// What an owner does with the shop itself: settings and services, effective at once for customers, and never overwriting a colleague's change.
import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { toAsciiDigits, toBengaliDigits } from '#contract/digits.ts';
import { servicesByCode } from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { asOwner } from '../support/database.ts';
import { usePortal } from '../support/portal.ts';
import { openAs, told, whileRefused } from './steps.ts';

/** Amounts are shown in the screen's digits and with separators. */
const plain = (amount: string) => toAsciiDigits(amount).replaceAll(',', '');
const portal = usePortal();
const browsing = useBrowser({ reuse: true });
const phone = { width: 360, height: 740 };
const desk = { width: 1280, height: 900 };
const save = 'সংরক্ষণ করুন';
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('an owner', () => {
  it('writes an announcement that customers see at once, and is warned about a colleague’s change', async () => {
    const customer = await portal.customer();
    const reading = await browsing.visit(portal.origin, phone);
    await openAs(reading.page, portal, customer, '/app');
    await reading.page.getByRole('heading', { level: 1 }).waitFor();
    const { page, expectCalm } = await browsing.visit(portal.origin, phone);
    await openAs(page, portal, portal.admin, '/admin/settings');
    const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'ঘোষণা' }) });
    const words = 'ঈদের ছুটি';
    await card.locator('textarea[name=bn]').fill(words);
    await whileRefused(page, /\/account\/settings\//, async () => {
      await card.getByRole('button', { name: save }).click();
      await card.getByText('সংরক্ষণ করা যায়নি', { exact: true }).waitFor();
    });
    await card.getByRole('button', { name: save }).click();
    await told(page, 'সংরক্ষণ হয়েছে, এখন থেকেই চালু');
    await reading.page.getByText(words, { exact: true }).waitFor();

    // Lower than before, because a higher value would wait for a second owner.
    const [sum, theirSum] = ['৪০০০০', '45000'];
    const money = page.locator('section').filter({ has: page.getByRole('heading', { name: 'টাকার সীমা' }) });
    await money.locator('input[name=approval_sum]').fill(sum);
    const { body } = await portal.call('GET', '/account/settings/', { token: portal.admin.token });
    const group = body.results.find(({ key }: { key: string }) => key === 'money');
    const theirs = await portal.call('PUT', '/account/settings/money/', {
      token: portal.admin.token,
      body: { version: group!.version, value: { minimum_recharge: '150', approval_sum: theirSum } },
    });
    expect(theirs.status).toBe(200);
    await money.getByText(/^আপনি লেখার সময় .+ এই অংশ বদলেছেন। আপনার লেখা এখানেই আছে।$/).waitFor();
    await money.getByRole('button', { name: 'নতুনটি নিন' }).waitFor();
    expect(plain(await money.locator('input[name=approval_sum]').inputValue())).toBe(plain(sum));
    // The current value next to the typed one; what was not edited here stays as the colleague left it.
    const clash = money.getByRole('alert').getByRole('listitem').filter({ hasText: 'আপনার লেখা' });
    expect(plain((await clash.textContent()) ?? '')).toContain(
      `এখন আছে: ${theirSum}.00আপনার লেখা: ${plain(sum)}.00`,
    );
    await money.getByText(/^বদলানো হয়েছে .+ ২০/).waitFor();
    await money.getByRole('button', { name: 'আমারটি রাখুন' }).click();
    await money.getByText(/এই অংশ বদলেছেন/).waitFor({ state: 'detached' });
    expect(plain(await money.locator('input[name=minimum_recharge]').inputValue())).toBe('150');
    await money.getByRole('button', { name: 'আগের বদল' }).click();
    await page.getByRole('dialog').getByText(`${sum}.০০`, { exact: false }).first().waitFor();
    await page.keyboard.press('Escape');

    const name = page.locator('section').filter({ has: page.getByRole('heading', { name: 'দোকানের নাম' }) });
    await name.locator('input[name=name_bn]').fill('নির্বাচন কমিশন');
    await name.getByRole('button', { name: save }).click();
    await name.getByText('দোকানের নাম কোনো সরকারি প্রতিষ্ঠানের মতো হতে পারে না, নিজের নাম দিন').waitFor();
    expect(await name.locator('input[name=name_bn]').inputValue()).toBe('নির্বাচন কমিশন');
    await name.locator('input[name=name_bn]').fill('মেঘনা সেবা');
    await name.getByRole('button', { name: save }).click();
    // Every text that names the shop follows, including the tab's title.
    await page.waitForFunction(() => document.title.endsWith('— মেঘনা সেবা'));
    await page.getByText('মেঘনা সেবা — দপ্তর').waitFor();
    await name.getByRole('button', { name: save }).click();
    await told(page, 'কিছু বদলানো হয়নি');

    const picture = page.locator('input[name=logo]');
    const logo = { name: 'logo.png', mimeType: 'image/png', buffer: pixel };
    await whileRefused(page, /\/shop-logo\/$/, async () => {
      await picture.setInputFiles(logo);
      await told(page, 'লোগো বদলানো যায়নি');
    });
    await picture.setInputFiles(logo);
    await told(page, 'লোগো বদলেছে');
    await page.getByRole('button', { name: 'লোগো সরান' }).click();
    const asked = page.getByRole('dialog', { name: 'লোগো সরাবেন?' });
    await asked.getByText('পোর্টালের নিজের চিহ্ন আবার দেখানো হবে।').waitFor();
    await asked.getByRole('button', { name: 'লোগো সরান' }).click();
    await page.getByRole('img', { name: 'দোকানের লোগো' }).waitFor({ state: 'detached' });
    expectCalm();
    reading.expectCalm();
  });

  it('updates a service, plans a price, sees who was faster, and reorders the gallery by keyboard', async () => {
    const { page, expectCalm } = await browsing.visit(portal.origin, desk);
    const listens = page
      .waitForEvent('websocket')
      .then((socket) =>
        socket.waitForEvent('framereceived', ({ payload }) => payload.toString().includes('"ready"')),
      );
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
    for (const words of ['সঠিক পরিমাণ লিখুন', 'শুধু সংখ্যা লিখুন', '১ থেকে ২১৬০-এর মধ্যে একটি সংখ্যা লিখুন'])
      await dialog.getByText(words, { exact: true }).waitFor();
    const charge = '360';
    await dialog.locator('input[name=price]').fill(charge);
    await dialog.locator('input[name=contact]').fill('০১৭১২৩৪৫৬৭৮');
    await dialog.locator('input[name=hours]').fill('৩০');
    await whileRefused(page, /\/account\/services\//, async () => {
      await dialog.getByRole('button', { name: save }).click();
      await told(page, 'সার্ভিস হালনাগাদ করা যায়নি');
      await dialog.getByRole('alert').getByText('সার্ভিস হালনাগাদ করা যায়নি', { exact: true }).waitFor();
    });
    // A colleague saves first while this is being typed.
    await listens;
    const { body } = await portal.call('GET', '/account/services/', { token: portal.admin.token });
    const service = body.find(({ code }: { code: string }) => code === 'AB');
    await portal.call('PATCH', `/account/services/${service!.id}/`, {
      token: portal.admin.token,
      body: { charge: '361' },
    });
    await dialog.getByText(/^আপনি লেখার সময় .+ এটি বদলেছেন। আপনার লেখা এখানেই আছে।$/).waitFor();
    await dialog.getByRole('button', { name: 'নতুনটি নিন' }).waitFor();
    expect(plain(await dialog.locator('input[name=price]').inputValue())).toBe(plain(charge));
    await dialog.getByRole('button', { name: 'আমারটি রাখুন' }).click();
    await told(page, 'সার্ভিস হালনাগাদ হয়েছে');
    await dialog.waitFor({ state: 'detached' });
    await card.getByText('৩০ ঘণ্টা').waitFor();

    await card.getByRole('button', { name: /^হালনাগাদ/ }).click();
    await dialog.locator('input[name=price]').fill('99');
    const day = new Date(Date.now() + 600 * 3_600_000).toISOString().slice(0, 10);
    await dialog.locator('input[name=from]').fill(day);
    await dialog.getByRole('button', { name: save }).click();
    await told(page, 'নতুন দামের দিন ঠিক করা হয়েছে');
    await dialog.waitFor({ state: 'detached' });
    await card.getByRole('button', { name: /^দাম ও ইতিহাস/ }).click();
    await dialog.getByText('নতুন দামের দিন ঠিক হয়েছে').first().waitFor();
    const planned = dialog.getByRole('button', { name: 'বদলটি তুলে নিন' });
    await whileRefused(page, /\/price-changes\//, async () => {
      await planned.click();
      await told(page, 'দামের বদল তুলে নেওয়া যায়নি');
    });
    await planned.click();
    await told(page, 'দামের বদল তুলে নেওয়া হয়েছে');
    await dialog.getByText('সামনে কোনো দাম বদলাবে না').waitFor();
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'ক্রম সাজান' }).click();
    await page.getByRole('button', { name: 'ক্রম সংরক্ষণ করুন' }).waitFor();
    const last = page.getByRole('main').getByRole('listitem').last();
    const place = (await page.getByRole('main').getByRole('listitem').count()) - 2;
    const name = ((await last.locator('span').nth(1).textContent()) ?? '').trim();
    await page.getByRole('button', { name: `${name}: এক ধাপ উপরে` }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.getByText(`${name} এখন ${toBengaliDigits(place)} নম্বরে`, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'ক্রম সংরক্ষণ করুন' }).click();
    await told(page, 'নতুন ক্রম সংরক্ষণ হয়েছে');
    await page.getByRole('button', { name: 'ক্রম সাজান' }).waitFor();
    const arranged = await portal.call('GET', '/account/services/', { token: portal.admin.token });
    expect(arranged.body[place - 1]!.name).toBe(name);
    await page.getByRole('button', { name: 'ক্রম সাজান' }).click();
    await whileRefused(page, /\/arrangement\/$/, async () => {
      await page.getByRole('button', { name: 'ক্রম সংরক্ষণ করুন' }).click();
      await told(page, 'ক্রম সংরক্ষণ করা যায়নি');
    });
    expectCalm();
  });

  it('adds the first sub-type from the empty list, and changes it', async () => {
    // A different code when the test is retried.
    const code = `Z${randomInt(10, 100)}`;
    await asOwner(portal.ownerUrl, 'insert into services (code, name, position) values ($1, $2, 900)', [
      code,
      'নতুন সেবা',
    ]);
    const { id } = (await servicesByCode(portal))[code]!;
    const asAdmin = (path: string, body: object) =>
      portal.call('PATCH', `/account/services/${path}/`, { token: portal.admin.token, body });
    // The owner was the last to change the service itself.
    expect((await asAdmin(String(id), { agent_contact: '01712345678' })).status).toBe(200);
    const { page, expectCalm } = await browsing.visit(portal.origin, phone);
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
    const failed = 'সার্ভিসের ধরন সংরক্ষণ করা যায়নি';
    await whileRefused(page, /\/sub-types\//, async () => {
      await dialog.getByRole('button', { name: 'যোগ করুন' }).click();
      await told(page, failed);
      await dialog.getByRole('alert').getByText(failed, { exact: true }).waitFor();
    });
    await dialog.getByRole('button', { name: 'যোগ করুন' }).click();
    await told(page, 'সার্ভিসের ধরন যোগ হয়েছে');
    await page.getByText('নির্ধারিত নয়').waitFor();
    await page.getByText('সার্ভিসের সমান').waitFor();
    await page.getByRole('button', { name: /^বদলান/ }).click();
    await dialog.locator('input[name=contact]').fill('+880 1712-345678');
    // A colleague is faster, twice. Who it was is unknown, because only the service records its last change.
    const [subType] = (await servicesByCode(portal))[code]!.sub_type;
    const bar = dialog.getByText('আপনি লেখার সময় অন্য কেউ এটি বদলেছেন। আপনার লেখা এখানেই আছে।', {
      exact: true,
    });
    await asAdmin(`sub-types/update/${subType!.id}`, { price: '75' });
    await bar.waitFor();
    expect(await dialog.locator('input[name=contact]').inputValue()).toBe('+880 1712-345678');
    expect(await dialog.getByRole('button', { name: save }).isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'নতুনটি নিন' }).click();
    expect(await dialog.locator('input[name=price]').inputValue()).toBe('৭৫');
    await dialog.locator('input[name=contact]').fill('+880 1712-345678');
    await asAdmin(`sub-types/update/${subType!.id}`, { working_hours: '12' });
    await bar.waitFor();
    await dialog.getByRole('button', { name: 'আমারটি রাখুন' }).click();
    await told(page, 'সার্ভিসের ধরন হালনাগাদ হয়েছে');
    await page.getByText('+৮৮০ ১৭১২-৩৪৫৬৭৮').waitFor();
    // Only what was typed overwrites the colleague's version.
    await page.getByText('১২ ঘণ্টা').waitFor();
    await page.goto('/admin/services/sub-types/abc');
    await page.getByText('সার্ভিসের নম্বরটি পাওয়া যায়নি').last().waitFor();
    await page.goto('/admin/services/sub-types/99999');
    await page.getByText('ধরনটির তথ্য পাওয়া যায়নি').last().waitFor();
    expectCalm();
  });
});
