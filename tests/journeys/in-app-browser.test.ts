// In-app browsers, such as Messenger's: no tabs, no downloads, no clipboard, no worker. Pressing what does not work there shows what to do.
import { expect, it } from 'vitest';
import { syntheticPeople } from '#server/registry/synthetic.ts';
import { useBrowser } from '../support/browser.ts';
import { usePortal } from '../support/portal.ts';
import { walkTo } from './page-faults.ts';
import { signInByForm, told } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser();
const known = syntheticPeople[5]!;
const device = 'Mozilla/5.0 (Linux; Android 10; SM-A105F Build/QP1A.190711.020; wv) AppleWebKit/537.36';
const messenger = `${device} (KHTML, like Gecko) Version/4.0 Chrome/120.0.6099.144 Mobile Safari/537.36 [FB_IAB/MESSENGER;FBAV/440.0.0.33.116;]`;
const refused = 'এই অ্যাপের ভেতরে কাগজ খোলা, ডাউনলোড বা প্রিন্ট করা যায় না।';

it('papers and files that an in-app browser cannot open or save lead to the phone’s browser', async () => {
  const person = await portal.customer();
  await portal.topUp(person, '1000');
  const { page, context, expectCalm } = await browsing.visit(portal.origin);
  await context.addInitScript((agent) => {
    Object.defineProperty(Navigator.prototype, 'userAgent', { get: () => agent });
    for (const name of ['serviceWorker', 'share', 'canShare', 'clipboard', 'permissions', 'locks'])
      Reflect.deleteProperty(Navigator.prototype, name);
    for (const name of ['Notification', 'PushManager', 'BroadcastChannel'])
      Reflect.deleteProperty(window, name);
    // Without tabs, a new one replaces the page.
    window.open = () => window;
  }, messenger);
  let opened = 0;
  context.on('page', () => {
    opened += 1;
  });
  await page.goto('/login');
  const advice = page.locator('[data-inside-app]');
  const chrome = advice.getByRole('link', { name: 'ক্রোমে খুলুন' });
  await chrome.waitFor();
  const host = new URL(portal.origin).host;
  expect(await chrome.getAttribute('href')).toMatch(
    new RegExp(
      `^intent://${host}/login#Intent;scheme=http;package=com\\.android\\.chrome;S\\.browser_fallback_url=http%3A`,
    ),
  );
  await signInByForm(page, person.email, person.password);
  await page.waitForURL('**/app');

  await page.locator('a[href*="/server-copy-unofficial"]').first().click();
  await page.locator('[name=nid]').fill(known.nid);
  await page.locator('[name=date_of_birth]').fill(known.dateOfBirth.split('-').reverse().join('-'));
  await page.getByRole('button', { name: 'সার্ভার কপি তৈরি করুন' }).click();
  await page.getByText('খুলতে নিচের বোতামে চাপ দিন').waitFor();
  await page.getByRole('link', { name: 'কপি খুলুন' }).first().click();
  await told(page, refused);
  // Visible wherever the page is scrolled to.
  expect(await advice.evaluate((one) => getComputedStyle(one).position)).toBe('fixed');
  await walkTo(page, '/app/my-files');
  await page
    .getByRole('button', { name: /^ডাউনলোড/ })
    .first()
    .click();
  await told(page, refused);
  expect(opened).toBe(0);

  // The URL of the open page, copied by the deprecated command.
  await advice.getByRole('button', { name: 'ঠিকানা কপি করুন' }).click();
  await told(page, 'ঠিকানা কপি হয়েছে। ব্রাউজারে খুলুন।');
  await page.getByRole('searchbox').first().focus();
  await page.keyboard.press('Control+V');
  expect(await page.getByRole('searchbox').first().inputValue()).toBe(page.url());

  const verified = await page.locator('a[href^="/verify/"]').first().getAttribute('href');
  await page.goto(verified!);
  await advice.waitFor();
  await page.getByRole('button', { name: 'ফলাফল প্রিন্ট করুন' }).click();
  await told(page, refused);

  // A link from an email continues with its token, which is no longer in the URL.
  const link = `${portal.origin}/reset-password#token=of-an-email`;
  await page.goto('/login');
  await page.goto(link);
  await advice.waitFor();
  await page.waitForURL((url) => url.hash === '');
  const handed = await chrome.evaluate((one: HTMLAnchorElement) => {
    one.addEventListener('click', (event) => event.preventDefault());
    one.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    return one.href;
  });
  expect(handed).toContain('/reset-password#token=of-an-email#Intent;');
  expect(handed).toContain(encodeURIComponent(link));
  await advice.getByRole('button', { name: 'ঠিকানা কপি করুন' }).click();
  await told(page, 'ঠিকানা কপি হয়েছে। ব্রাউজারে খুলুন।');
  await page.locator('[type=password]').first().focus();
  await page.keyboard.press('Control+V');
  expect(await page.locator('[type=password]').first().inputValue()).toBe(link);
  expectCalm();
}, 60_000);

it('a full browser shows no such notice, even one built on Android’s WebView', async () => {
  const { page } = await browsing.visit(portal.origin);
  const webView = `${device} (KHTML, like Gecko) Version/4.0 Chrome/120.0.6099.144 Mobile Safari/537.36`;
  const opened = async (agent?: string) => {
    if (agent)
      await page.addInitScript((name) => {
        Object.defineProperty(Navigator.prototype, 'userAgent', { configurable: true, get: () => name });
      }, agent);
    await page.goto('/login');
    await page.locator('[name=username]').waitFor();
    await page.waitForLoadState('networkidle');
    return page.locator('[data-inside-app]').count();
  };
  expect(await opened()).toBe(0);
  for (const own of ['OPR/76.0.2254.69121', 'PHX/14.5', 'VivoBrowser/12.0.0.0', 'HiBrowser/v2.23'])
    expect(await opened(`${webView} ${own}`), own).toBe(0);
  await opened(webView);
  await page.locator('[data-inside-app]').waitFor();
});

it('an unsupported old browser shows a notice in the user’s language, whether any code runs or not', async () => {
  const { page } = await browsing.visit(portal.origin);
  const told = page.locator('#old-browser');
  await page.goto('/login');
  await page.locator('[name=password]').waitFor();
  expect(await told.isVisible()).toBe(false);
  // APIs that the oldest supported browsers lack are missing in all test pages: `oldest-browsers.ts` is active.
  expect(await page.evaluate(() => 'withResolvers' in Promise || 'union' in Set.prototype)).toBe(false);
  // A browser without a colour format that all others support.
  await page.route('**/*.css', async (route) => {
    const answer = await route.fetch();
    const css = (await answer.text()).replaceAll('color-mix(', 'no-such-function(');
    await route.fulfill({ response: answer, body: css });
  });
  await page.route('**/*.js', (route) => route.abort());
  await page.goto('/login', { waitUntil: 'commit' });
  // Until the stylesheet has loaded, both languages are there and nothing is painted.
  await told.getByText('too old').waitFor({ state: 'hidden' });
  await told.getByText('এই ব্রাউজারটি পুরোনো').waitFor();
});
