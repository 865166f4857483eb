// What screens say when a request of theirs gets no response, or one without a message: the specification's sentence, never a guess.
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { syntheticPeople } from '#server/registry/synthetic.ts';
import { useBrowser } from '../support/browser.ts';
import { usePortal } from '../support/portal.ts';
import { openAs, told } from './steps.ts';

const answer = '48213';
const portal = usePortal({ CAPTCHA_ANSWER: answer });
const browsing = useBrowser({ reuse: true });
const signedCopy = join(
  import.meta.dirname,
  '../../src/engines/fixtures/signed-copies/s01-l1-chromium-notosans.pdf',
);
const named = (page: Page, name: string) => page.locator(`[name="${name}"]`);

/** Breaks the connection of every request to this path, or responds without a message. */
async function whileFailing(
  page: Page,
  path: string,
  how: 'cut' | 'mute',
  doIt: () => Promise<unknown>,
): Promise<void> {
  const matches = (url: URL) => url.pathname.startsWith(path);
  await page.route(matches, (route) =>
    how === 'cut' ? route.abort() : route.fulfill({ status: 500, body: '' }),
  );
  await doIt();
  await page.unroute(matches);
}

async function visit() {
  const customer = await portal.customer();
  await portal.topUp(customer, '500');
  const { page } = await browsing.visit(portal.origin, { width: 360, height: 740 });
  await openAs(page, portal, customer, '/app');
  const speak = (language: string) =>
    page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
  return { page, speak };
}

it('an NID copy: reading, saving, loading and correcting', async () => {
  const { page, speak } = await visit();
  const upload = () => page.locator('input[type=file]').first().setInputFiles(signedCopy);
  const save = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await speak('en');
  await page.goto('/app/new-nid');
  await whileFailing(page, '/account/nid-extract/', 'mute', async () => {
    await upload();
    await told(page, 'Failed to extract NID information');
  });
  // A reading without a response is waited for, and resumes by itself.
  await whileFailing(page, '/account/nid-extract/', 'cut', async () => {
    await upload();
    await page.getByText(/^No response received from server/).waitFor();
  });
  await told(page, 'NID information extracted successfully!');
  for (const how of ['cut', 'mute'] as const)
    await whileFailing(page, '/account/nid-details/', how, async () => {
      await save('Save & Download');
      await told(page, 'Failed to save NID information');
    });
  await speak('bn');
  await page.reload();
  await whileFailing(page, '/account/nid-details/', 'cut', async () => {
    await save('তৈরি করে ডাউনলোড করুন');
    await told(page, 'এনআইডির তথ্য সংরক্ষণ করা যায়নি। আবার চেষ্টা করলেও টাকা একবারই কাটবে।');
  });
  await save('তৈরি করে ডাউনলোড করুন');
  await page.getByText('তথ্য কপি তৈরি হয়েছে').first().waitFor();

  await speak('en');
  const files = await page.evaluate(async () => {
    const token = localStorage.getItem('access_token') ?? localStorage.getItem('access');
    const { results } = await (
      await fetch('/account/myfile/', { headers: { Authorization: `Bearer ${token}` } })
    ).json();
    return results as { nid_info_id: number }[];
  });
  const edit = `/app/edit-nid/${files[0]!.nid_info_id}`;
  await whileFailing(page, '/account/nid-details/', 'mute', async () => {
    await page.goto(edit);
    await page.getByText('Failed to load NID information').first().waitFor();
  });
  await page.goto(edit);
  const photo = page.locator('input[type=file]').first();
  await photo.setInputFiles({ name: 'photo.txt', mimeType: 'text/plain', buffer: Buffer.from('no') });
  await told(page, 'Please select an image file');
  // Called a picture, but none: it must not replace the one on the form.
  await photo.setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('no') });
  await told(page, 'Error reading file');
  await named(page, 'name_english').fill('MD CHANGED');
  await whileFailing(page, '/account/nid-details/', 'cut', async () => {
    await page.locator('form button[type=submit]').click();
    await told(page, 'Failed to update NID information');
  });
}, 120_000);

it('server copies and a TIN', async () => {
  const { page, speak } = await visit();
  const upload = () => page.locator('input[type=file]').first().setInputFiles(signedCopy);
  await speak('en');
  await page.goto('/app/sign2server');
  await whileFailing(page, '/account/sign-copy-extract/', 'mute', async () => {
    await upload();
    await told(page, 'Failed to extract data from PDF');
  });
  await upload();
  await told(page, 'Data extracted successfully!');
  for (const name of ['education_qualification', 'form_number', 'mobile_number', 'pin_number'])
    if ((await named(page, name).inputValue()) === '') await named(page, name).fill('01711223344');
  for (const how of ['cut', 'mute'] as const)
    await whileFailing(page, '/account/create-sign-to-server/', how, async () => {
      await page.getByRole('button', { name: 'Make the server copy', exact: true }).click();
      await told(page, 'Failed to create server copy');
    });

  await page.goto('/app/tin-certificate');
  await named(page, 'tin_number').fill(syntheticPeople[2]!.tin);
  await whileFailing(page, '/account/extract-tin-data/', 'cut', async () => {
    await page.locator('form button[type=submit]').click();
    await told(page, 'No response received from server');
    expect(await page.getByText('not found').count(), 'nobody has looked').toBe(0);
  });
  await speak('bn');
  const withoutFile = (path: string) =>
    page.route(
      path,
      async (route) => {
        const response = await route.fetch();
        const body = { ...(await response.json()), file_code: '', open_path: '' };
        await route.fulfill({ response, json: body });
      },
      { times: 1 },
    );
  await page.reload();
  await named(page, 'tin_number').fill(syntheticPeople[2]!.tin);
  await withoutFile('**/account/extract-tin-data/');
  await page.locator('form button[type=submit]').click();
  await page.getByRole('button', { name: 'সার্টিফিকেট ডাউনলোড' }).click();
  await told(page, 'ডাউনলোড লিংক পাওয়া যায়নি');
  await page.goto('/app/server-copy-unofficial');
  await named(page, 'nid').fill(syntheticPeople[2]!.nid);
  await named(page, 'date_of_birth').fill(syntheticPeople[2]!.dateOfBirth);
  await withoutFile('**/account/server-copy-unofficial/');
  await page.locator('form button[type=submit]').click();
  await told(page, 'সার্ভার কপি তৈরি করতে সমস্যা হয়েছে');

  // A service that is gone or closed is told in a toast too.
  const closed = {
    id: 1,
    name: 'টিন সার্টিফিকেট',
    code: 'AJ',
    status: 'inactive',
    charge: '15.00',
    outage: null,
  };
  for (const [status, json, words] of [
    [404, {}, 'সার্ভিসটি পাওয়া যাচ্ছে না'],
    [200, closed, 'সার্ভিসটি এখন বন্ধ আছে'],
  ] as const) {
    await page.route('**/account/services/lookup/**', (route) => route.fulfill({ status, json }), {
      times: 1,
    });
    await page.goto('/app/tin-certificate');
    await page.getByRole('listitem').getByText(words, { exact: true }).waitFor();
  }
}, 90_000);

it('a birth registration: captcha, lookup and copy', async () => {
  const { page, speak } = await visit();
  await speak('en');
  await page.goto('/app/new-birth-certificate');
  const { birthCertificateNo, dateOfBirth } = syntheticPeople[3]!;
  const find = async () => {
    await named(page, 'lookup_number').fill(birthCertificateNo);
    await named(page, 'lookup_date').fill(dateOfBirth.split('-').reverse().join('-'));
    await page.getByRole('button', { name: 'Look up' }).click();
  };
  for (const how of ['cut', 'mute'] as const)
    await whileFailing(page, '/account/new-birth/', how, async () => {
      await find();
      await told(page, 'Failed to load captcha');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    });
  await find();
  for (const how of ['cut', 'mute'] as const) {
    await named(page, 'captcha').fill(answer);
    const isLookup = (url: URL) => url.pathname === '/account/new-birth/';
    await page.route(isLookup, (route) =>
      route.request().method() === 'GET'
        ? route.fallback()
        : how === 'cut'
          ? route.abort()
          : route.fulfill({ status: 500, body: '' }),
    );
    await page.getByRole('dialog').getByRole('button', { name: 'Check' }).click();
    await told(page, 'Failed to verify captcha or fetch data');
    await page.unroute(isLookup);
  }
  await named(page, 'captcha').fill(answer);
  await page.getByRole('dialog').getByRole('button', { name: 'Check' }).click();
  await told(page, 'Information retrieved successfully!');
  expect(
    await page.locator('select[name=father_nationality_bn] option:checked').textContent(),
    'in the language of the field',
  ).toBe('বাংলাদেশী');
  expect(await page.locator('select[name=father_nationality_en] option:checked').textContent()).toBe(
    'Bangladeshi',
  );
  await named(page, 'permanent_address').fill('Madhupur');
  await whileFailing(page, '/account/new-birth-certificate/', 'cut', async () => {
    await page.getByRole('button', { name: 'Generate birth certificate' }).click();
    await told(page, 'Failed to generate birth certificate No response received from server');
  });
}, 90_000);

it('balance, orders and payments', async () => {
  const { page, speak } = await visit();
  await speak('en');
  await whileFailing(page, '/account/orders/', 'mute', async () => {
    await page.goto('/app/my-orders');
    await page.getByText('Failed to load orders. Please try again.').first().waitFor();
  });
  await page.goto('/app/recharge-history');
  await named(page, 'amount').fill('200');
  await whileFailing(page, '/payment/sandbox/create/', 'cut', async () => {
    await page.getByRole('button', { name: 'Recharge', exact: true }).click();
    await page.getByRole('dialog').getByRole('button').last().click();
    await page.getByText('Payment creation failed').first().waitFor();
  });
}, 60_000);

it('a sign-up whose response is lost is not called failed, and pressing again leads into the account', async () => {
  const { page } = await browsing.visit(portal.origin, { width: 360, height: 640 });
  await page.goto('/signup');
  const typed = { first_name: 'রহিমা', last_name: 'খাতুন', email: 'lost@mail.test', phone: '01712345678' };
  for (const [name, value] of Object.entries({ ...typed, password: 'nodir-dhare-bari-42' }))
    await named(page, name).fill(value);
  await named(page, 'terms').check();
  await page.route('**/account/sign-up/', async (route) => {
    await route.fetch();
    await route.abort();
  });
  const press = () => page.getByRole('button', { name: 'অ্যাকাউন্ট খুলুন' }).click();
  await press();
  await told(page, 'উত্তর আসেনি, অ্যাকাউন্ট হয়তো খুলে গেছে। ইন্টারনেট দেখে আবার চাপ দিন।');
  await page.unroute('**/account/sign-up/');
  await press();
  await page.waitForURL('**/app');
  await page.getByRole('heading', { name: /রহিমা/ }).waitFor();

  // A signed-in user who creates an account for somebody else is told that it exists.
  await page.goto('/signup');
  for (const [name, value] of Object.entries({ ...typed, email: 'next@mail.test', phone: '01712345679' }))
    await named(page, name).fill(value);
  await named(page, 'password').fill('nodir-dhare-bari-42');
  await named(page, 'terms').check();
  await press();
  await told(page, 'রেজিস্ট্রেশন সফল হয়েছে! লগইন পৃষ্ঠায় রিডাইরেক্ট করা হচ্ছে...');
});

it('after a password change without a response the page finds out that the new password is valid', async () => {
  const { page } = await visit();
  await page.goto('/app/profile?tab=password');
  const next = 'notun-dorja-khola-5';
  await named(page, 'current_password').fill('nodir-dhare-bari-42');
  for (const name of ['new_password', 'confirm_password']) await named(page, name).fill(next);
  await page.route('**/account/update-password/', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'পাসওয়ার্ড বদলান' }).click();
  await told(page, 'পাসওয়ার্ড বদলানো হয়েছে');
  // The live channel may have learned of the end of the session first.
  await page.waitForURL('**/app/profile?tab=password');
  await named(page, 'current_password').waitFor();

  // The code of a second factor is requested only with the new password.
  await page.reload();
  await page.route('**/token/', (route) =>
    route.fulfill({ status: 401, json: { code: 'second_factor_required', detail: '' } }),
  );
  await named(page, 'current_password').fill(next);
  for (const name of ['new_password', 'confirm_password']) await named(page, name).fill(`${next}-6`);
  await page.getByRole('button', { name: 'পাসওয়ার্ড বদলান' }).click();
  await told(page, 'পাসওয়ার্ড বদলানো হয়েছে');
});

it('signing out shows no failures', async () => {
  const customer = await portal.customer();
  const { page } = await browsing.visit(portal.origin);
  await openAs(page, portal, customer, '/app');
  await page.getByRole('link', { name: /^টিন সার্টিফিকেট ৳/ }).waitFor();
  await page.waitForLoadState('networkidle');
  const messages = page.getByRole('listitem').getByText('সার্ভিস ডেটা লোড করতে সমস্যা হয়েছে');
  await page.getByRole('button', { name: 'অ্যাকাউন্ট মেনু' }).click();
  await page.getByRole('menuitem', { name: 'লগআউট' }).click();
  await page.waitForURL('**/login');
  await named(page, 'password').waitFor();
  // The first message waits for its code to load.
  await page.waitForTimeout(1000);
  expect(await messages.count()).toBe(0);
});
