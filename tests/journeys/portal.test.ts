// The customer's frame and dashboard in a real browser: menu, balance, clock, and messages when a request fails.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { inDigitsOf } from '#contract/digits.ts';
import { automaticServiceCodes } from '#contract/documents/kinds.ts';
import { useBrowser } from '../support/browser.ts';
import { usePortal } from '../support/portal.ts';
import { openAs, signInByForm } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser();
const wide = { width: 1280, height: 900 };
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
  version: string;
};

/** Makes a request fail as on a broken server. */
const breakCall = (page: Page, path: string) =>
  page.route(`**${path}*`, (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
  );
const widthOf = async (page: Page) => (await page.locator('aside').last().boundingBox())?.width;

describe('the menu', () => {
  it('folds to 4.5rem by Ctrl+B, and stays so after a reload', async () => {
    const { page, expectCalm } = await browsing.visit(portal.origin, wide);
    await openAs(page, portal, await portal.customer(), '/app');
    await page.getByText('স্বাগতম, রহিমা').waitFor();
    expect(await widthOf(page)).toBe(256);
    await page.getByText(`সংস্করণ ${inDigitsOf('bn', version)}`).waitFor();
    await page.keyboard.press('Control+b');
    await expect.poll(() => widthOf(page)).toBe(72);
    await page.reload();
    await page.getByText('স্বাগতম, রহিমা').waitFor();
    expect(await widthOf(page)).toBe(72);
    await page.getByRole('button', { name: 'মেনু বড় করুন' }).click();
    await expect.poll(() => widthOf(page)).toBe(256);
    expectCalm();
  });

  it('overlays the page below 768 pixels, and closes when a page is chosen', async () => {
    const { page, expectCalm } = await browsing.visit(portal.origin, { width: 767, height: 800 });
    await openAs(page, portal, await portal.customer(), '/app');
    await page.getByRole('button', { name: 'মেনু খুলুন' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText(`সংস্করণ ${inDigitsOf('bn', version)}`).waitFor();
    await drawer.getByRole('link', { name: 'আমার ফাইল' }).click();
    await page.waitForURL('**/app/my-files');
    await drawer.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+b');
    await drawer.waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    expectCalm();
  });
});

describe('the balance', () => {
  it('moves at once when staff recharge the wallet', async () => {
    const person = await portal.customer();
    const { page, expectCalm } = await browsing.visit(portal.origin, wide);
    await openAs(page, portal, person, '/app');
    await page.getByTestId('balance').getByText('৳ ০.০০').waitFor();
    await page.waitForLoadState('networkidle');
    await portal.topUp(person, '12345.50');
    await page.getByTestId('balance').getByText('৳ ১২,৩৪৫.৫০').waitFor();
    expectCalm();
  });

  it('is reloaded every 30 seconds, and reports a failure after three more tries 5 seconds apart', async () => {
    const { page } = await browsing.visit(portal.origin, wide);
    await page.clock.install();
    const path = '/account/transaction-summary/';
    let asked = 0;
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === path) asked += 1;
    });
    await openAs(page, portal, await portal.customer(), '/app');
    await page.getByTestId('balance').waitFor();
    const first = asked;
    await expect
      .poll(async () => {
        await page.clock.runFor(30_500);
        return asked;
      })
      .toBeGreaterThan(first);

    await breakCall(page, path);
    asked = 0;
    await page.reload();
    await page.getByText('স্বাগতম, রহিমা').waitFor();
    for (let tries = 1; tries <= 3; tries += 1) {
      // The five seconds begin with the response, which on a busy machine comes some time after the request.
      await expect.poll(() => asked).toBeGreaterThanOrEqual(tries);
      await expect
        .poll(async () => {
          await page.clock.runFor(5_100);
          return asked;
        })
        .toBeGreaterThan(tries);
    }
    await expect.poll(() => asked).toBeGreaterThanOrEqual(4);
    await page.getByText('ব্যালেন্স আনা যায়নি').waitFor();
  });
});

describe('the dashboard', () => {
  it('shows a running clock, what is open and what is closed, and the customer’s own address', async () => {
    const { page, expectCalm } = await browsing.visit(portal.origin, wide);
    const { body: services } = await portal.call('GET', '/account/services/', { token: portal.admin.token });
    const closed = services.find((one: { code: string }) => one.code === 'AM');
    const change = (status: string) =>
      portal.call('PATCH', `/account/services/${closed!.id}/`, {
        token: portal.admin.token,
        body: { status },
      });
    expect((await change('inactive')).status).toBe(200);
    await openAs(page, portal, await portal.customer(), '/app');
    await page.getByText('মোট ১৩টি সার্ভিস').waitFor();
    expect(await page.getByText('চালু', { exact: true }).count()).toBe(12);
    await page
      .getByRole('listitem')
      .filter({ hasText: closed!.name })
      .getByText('বন্ধ', { exact: true })
      .waitFor();
    await page.getByText('127.0.0.1', { exact: true }).waitFor();
    const clock = page.locator('main time').first();
    const before = await clock.textContent();
    expect(before).toMatch(/[০-৯]{1,2}:[০-৯]{2}:[০-৯]{2}/);
    await expect.poll(() => clock.textContent()).not.toBe(before);
    await change('active');
    expectCalm();
  });

  it('invents no figures where nothing answers, and calls nothing failed', async () => {
    const { page } = await browsing.visit(portal.origin, wide);
    for (const path of [
      '/account/user/dashboard/top-overview/',
      '/account/services/status/',
      '/account/client-ip/',
    ])
      await page.route(`**${path}*`, (route) => route.abort('internetdisconnected'));
    await openAs(page, portal, await portal.customer(), '/app');
    const main = page.locator('main');
    await main.getByText('ইন্টারনেট এলে সার্ভিসের তালিকা দেখা যাবে').waitFor();
    await expect.poll(() => main.getByText('—', { exact: true }).count()).toBe(3);
    expect(await main.getByText('০', { exact: true }).count()).toBe(0);
    expect(await main.getByText(/এখনো নেই|সমস্যা হয়েছে|০টি/).count()).toBe(0);
    expect(await page.locator('[data-toast]').count()).toBe(0);
  });

  it('says what could not be loaded and shows zeros, an empty list and a placeholder instead', async () => {
    const { page } = await browsing.visit(portal.origin, wide);
    const person = await portal.customer();
    for (const path of [
      '/account/user/dashboard/top-overview/',
      '/account/services/status/',
      '/account/client-ip/',
    ])
      await breakCall(page, path);
    await openAs(page, portal, person, '/app');
    await page.getByText('ডেটা লোড করতে সমস্যা হয়েছে', { exact: true }).first().waitFor();
    await page.getByText('সার্ভিস ডেটা লোড করতে সমস্যা হয়েছে', { exact: true }).first().waitFor();
    await page.getByText('কোন সার্ভিস পাওয়া যায়নি').waitFor();
    expect(await page.locator('main').getByText('০', { exact: true }).count()).toBe(2);
    await page.getByText('0.0.0.0', { exact: true }).waitFor();
  });
});

describe('a server that fails', () => {
  it('gets its own message at login, and at sign-up too', async () => {
    const { page } = await browsing.visit(portal.origin);
    await breakCall(page, '/token/');
    await signInByForm(page, 'rahima@mail.test', 'kono-ekta-kotha-9');
    await page
      .getByRole('dialog', { name: 'লগইন ব্যর্থ' })
      .getByText('লগইন অসফল হয়েছে আবার চেষ্টা করুন', { exact: true })
      .waitFor();
    await page.keyboard.press('Escape');
    expect(await page.locator('input[name=username]').inputValue()).toBe('rahima@mail.test');

    await breakCall(page, '/account/sign-up/');
    await page.goto('/signup');
    const values = { first_name: 'রহিমা', last_name: 'খাতুন', email: 'r@mail.test', phone: '01712345678' };
    for (const [name, value] of Object.entries(values)) await page.locator(`input[name=${name}]`).fill(value);
    await page.locator('input[name=password]').fill('shobuj-pata-jhore-9');
    await page.locator('input[name=terms]').check();
    await page.getByRole('button', { name: 'অ্যাকাউন্ট খুলুন' }).click();
    await page.getByText('রেজিস্ট্রেশন অসফল হয়েছে, আবার চেষ্টা করুন').waitFor();
    expect(await page.locator('input[name=email]').inputValue()).toBe('r@mail.test');
  });

  it('says that it is loading until it is known who is signed in, in the language of the screen', async () => {
    const { page } = await browsing.visit(portal.origin);
    let release: () => void = () => undefined;
    const held = new Promise<void>((done) => {
      release = done;
    });
    await openAs(page, portal, await portal.customer(), '/verify');
    await page.route('**/token/verify/*', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/app');
    await page.getByText('লোড হচ্ছে…', { exact: true }).waitFor();
    await page.evaluate(() => localStorage.setItem('language', 'en'));
    await page.reload();
    await page.getByText('Loading...', { exact: true }).waitFor();
    release();
    await page.getByText('Welcome, রহিমা').waitFor();
  });
});

describe('the front page without script', () => {
  it('has its text, the services and their prices', async () => {
    const { context } = await browsing.visit(portal.origin);
    const browser = context.browser()!;
    const bare = await browser.newContext({ javaScriptEnabled: false, baseURL: portal.origin });
    const page = await bare.newPage();
    await page.goto('/');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('নথির কাজে আর দৌড়ঝাঁপ নয়');
    const offered = 8 + automaticServiceCodes.length;
    expect(await page.locator('#services li').count()).toBe(offered);
    expect(await page.locator('#services li').filter({ hasText: '৳' }).count()).toBe(offered);
    // Each automatic service has a single price.
    expect(await page.locator('#services li .money').filter({ hasText: 'থেকে' }).count()).toBe(8);
    await bare.close();
  });
});
