// Browsers that store nothing for the portal: everything works as long as the page is open, and the login says so.
import { expect, it } from 'vitest';
import { syntheticPeople } from '#server/registry/synthetic.ts';
import { servicesByCode } from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { usePortal } from '../support/portal.ts';
import { signInByForm, told } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser({ whole: true });
const known = syntheticPeople[5]!;

it.each(['denied', 'full'])(
  'where local storage is %s, people sign in, order and sign out',
  async (how) => {
    const person = await portal.customer();
    await portal.topUp(person, '1000');
    const services = await servicesByCode(portal);
    const { page, context, expectCalm } = await browsing.visit(portal.origin);
    await context.addInitScript((kind) => {
      // The browser's own page for a PDF needs its storage.
      if (!window.location.protocol.startsWith('http')) return;
      if (kind === 'full')
        Storage.prototype.setItem = () => {
          throw new DOMException('no room', 'QuotaExceededError');
        };
      else {
        const deny = () => {
          throw new DOMException('not here', 'SecurityError');
        };
        for (const name of ['localStorage', 'sessionStorage'])
          Object.defineProperty(window, name, { get: deny });
        Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false });
        Object.assign(IDBFactory.prototype, { open: deny, deleteDatabase: deny, databases: deny });
      }
    }, how);
    const notKept = page.getByText('এই ব্রাউজার কিছু মনে রাখতে দিচ্ছে না', { exact: false });
    await page.goto('/login');
    await notKept.waitFor();
    await signInByForm(page, person.email, person.password);
    await page.waitForURL('**/app');
    await page.getByTestId('balance').waitFor();
    if (how === 'denied') {
      // Without the login cookie a new tab has no access: it gets the paper from the page that opened it.
      await context.clearCookies();
      const opensPaper = async (press: () => Promise<void>) => {
        const opening = context.waitForEvent('page');
        const fetched = page.waitForResponse(
          (one) => one.headers()['content-type'] === 'application/pdf' && one.status() === 200,
        );
        await press();
        await fetched;
        const tab = await opening;
        await tab.waitForURL((url) => url.protocol === 'blob:', { waitUntil: 'commit' });
        // Links in a paper cannot navigate the portal's own tab.
        expect(await tab.evaluate(() => window.opener === null)).toBe(true);
        await tab.close();
      };
      await page.locator('a[href*="/server-copy-unofficial"]').first().click();
      await page.locator('[name=nid]').fill(known.nid);
      await page.locator('[name=date_of_birth]').fill(known.dateOfBirth.split('-').reverse().join('-'));
      await opensPaper(() => page.getByRole('button', { name: 'সার্ভার কপি তৈরি করুন' }).click());
      const link = page.getByRole('link', { name: 'কপি খুলুন' }).first();
      await opensPaper(() => link.click());
      await opensPaper(() => link.click({ button: 'middle' }));
      await opensPaper(() => link.click({ modifiers: ['Control'] }));
      await opensPaper(() => link.press('Enter'));
      await page.goBack();
    }
    await page.getByRole('link', { name: 'নতুন অর্ডার' }).first().click();
    await page.locator('[name=service]').selectOption({ label: services.AB!.name });
    await page.locator('[name=subType]').selectOption({ index: 1 });
    await page.locator('[name=number]').fill('1234567890');
    await page.getByRole('button', { name: 'অর্ডার দিন' }).click();
    await told(page, 'অর্ডার নেওয়া হয়েছে');
    expectCalm();
    await page.getByRole('button', { name: /^আমার অ্যাকাউন্ট|^অ্যাকাউন্ট/ }).click();
    await page.getByRole('menuitem', { name: 'লগআউট' }).click();
    await page.waitForURL('**/login*');
    expect(await page.getByText(person.email).count()).toBe(0);
    await page.goto('/app/my-orders');
    await page.waitForURL('**/login*');
    await notKept.waitFor();
  },
  60_000,
);

it('no notice is shown if the browser’s storage works', async () => {
  const { page } = await browsing.visit(portal.origin);
  await page.goto('/login');
  await page.locator('input[name=username]').waitFor();
  expect(await page.getByRole('status').filter({ hasText: 'মনে রাখতে' }).count()).toBe(0);
}, 60_000);
