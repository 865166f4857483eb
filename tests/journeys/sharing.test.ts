// An owner shares a paper; a second person, not signed in, reads it until the link ends.
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { type MadeCopy, makeCopy } from '../http/documents/copy-maker.ts';
import { shot, useBrowser, type Visitor } from '../support/browser.ts';
import { asOwner } from '../support/database.ts';
import { usePortal } from '../support/portal.ts';
import { findAllFaults, settle } from './page-faults.ts';
import { openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser({ reuse: true });
let copy: MadeCopy;
beforeAll(async () => {
  copy = await makeCopy(portal);
});

const testTimeout = 90_000;
const gone = 'লিংকটি আর কাজ করছে না';
const openButton = (page: Page) => page.getByRole('button', { name: 'কাগজটি দেখুন' });
const firstPage = (page: Page) => page.getByRole('img', { name: /^পাতা ১ \/ / });

async function makeLink(wish: object): Promise<{ id: number; url: string }> {
  const { body } = await portal.call('POST', `/account/myfile/${copy.id}/shares/`, {
    token: copy.owner.token,
    body: wish,
  });
  return body;
}
const endLink = (id: number) =>
  portal.call('DELETE', `/account/myfile/${copy.id}/shares/${id}/`, { token: copy.owner.token });

async function read(url: string): Promise<Visitor> {
  const reader = await browsing.visit(portal.origin);
  await reader.page.goto(url);
  return reader;
}

/** The colour of a picture near its edge. */
const edgeOf = (page: Page, picture: Buffer) =>
  page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = new OffscreenCanvas(1, 1).getContext('2d')!;
    canvas.drawImage(image, -10, -10);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  }, picture.toString('base64'));

test(
  'a link made in the dialog opens for a stranger, and closes in the open page when the owner ends it',
  async () => {
    const owner = await browsing.visit(portal.origin, { width: 360 });
    await owner.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await openAs(owner.page, portal, copy.owner, '/app/my-files');
    await owner.page.getByRole('button', { name: /^শেয়ার/ }).filter({ visible: true }).click();
    const dialog = owner.page.getByRole('dialog');
    await dialog.locator('input[name=name]').fill('সোনার বাংলা ব্যাংক');
    await dialog.locator('input[name=opens]').fill('৩');
    await shot(owner.page, 'share-dialog-360');
    expect(await findAllFaults(owner.page)).toEqual([]);
    await dialog.getByRole('button', { name: 'লিংক তৈরি করুন' }).click();
    const url = await dialog.getByLabel('লিংক', { exact: true }).inputValue();
    expect(url).toMatch(new RegExp(`^${portal.origin}/s/[\\w-]{32}$`));
    await dialog.getByRole('img', { name: 'লিংকের কিউআর কোড' }).waitFor();
    // Dark on light for a scanner, even in a browser that darkens pages.
    const session = await owner.context.newCDPSession(owner.page);
    await session.send('Emulation.setAutoDarkModeOverride', { enabled: true });
    const code = await dialog.getByRole('img', { name: 'লিংকের কিউআর কোড' }).screenshot();
    await session.send('Emulation.setAutoDarkModeOverride', {});
    expect(await edgeOf(owner.page, code)).toEqual([255, 255, 255, 255]);
    // This browser has no share sheet, so it offers copying.
    expect(await dialog.getByRole('button', { name: 'পাঠান' }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'লিংক কপি করুন' }).click();
    expect(await owner.page.evaluate(() => navigator.clipboard.readText())).toBe(url);
    await shot(owner.page, 'share-made-360');
    await dialog.getByRole('button', { name: 'হয়ে গেছে' }).click();

    const reader = await read(url);
    await settle(reader.page);
    await shot(reader.page, 'viewer-door-360');
    expect(await findAllFaults(reader.page)).toEqual([]);
    await openButton(reader.page).click();
    await firstPage(reader.page).waitFor({ timeout: 30_000 });
    expect(await reader.page.getByRole('button', { name: 'ডাউনলোড' }).count()).toBe(0);
    await shot(reader.page, 'viewer-open-360');
    expect(await findAllFaults(reader.page)).toEqual([]);
    // A page as wide as a phone is illegible.
    const width = async () => Math.round((await firstPage(reader.page).boundingBox())!.width);
    expect(await width()).toBeLessThan(360);
    await reader.page.getByRole('button', { name: 'বড় করে দেখুন' }).first().click();
    expect(await width()).toBe(800);
    expect(await reader.page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(await findAllFaults(reader.page)).toEqual([]);
    await reader.page.getByRole('button', { name: 'পুরো পাতা দেখুন' }).click();

    await owner.page.goto('/app/sharing');
    await owner.page.getByText('৩ বারের মধ্যে ১ বার খোলা হয়েছে').waitFor();
    await settle(owner.page);
    await shot(owner.page, 'sharing-360');
    expect(await findAllFaults(owner.page)).toEqual([]);
    await owner.page.getByRole('button', { name: /^লিংক বন্ধ করুন/ }).click();
    await owner.page.getByRole('dialog').getByRole('button', { name: 'লিংক বন্ধ করুন' }).click();
    await owner.page.getByText('কোনো লিংক চালু নেই').waitFor();

    await reader.page.getByText(gone).waitFor({ timeout: 30_000 });
    expect(await firstPage(reader.page).count()).toBe(0);
    await shot(reader.page, 'viewer-gone-360');
    owner.expectCalm();
    reader.expectCalm();
  },
  testTimeout,
);

test(
  'expired, ended and used-up links show one and the same page',
  async () => {
    const expired = await makeLink({ expires_in_hours: 1 });
    await asOwner(portal.ownerUrl, `update file_shares set expires_at = now() where id = $1`, [expired.id]);
    const ended = await makeLink({});
    await endLink(ended.id);
    const once = await makeLink({ max_opens: 1 });
    const first = await read(once.url);
    await openButton(first.page).click();
    await firstPage(first.page).waitFor({ timeout: 30_000 });

    const words = [];
    for (const url of [expired.url, ended.url, once.url, `${portal.origin}/s/${'A'.repeat(32)}`]) {
      const reader = await browsing.visit(portal.origin);
      const answer = await reader.page.goto(url);
      expect(answer?.status()).toBe(404);
      await reader.page.getByText(gone).waitFor();
      words.push(await reader.page.locator('main').textContent());
      await reader.context.close();
    }
    expect(new Set(words).size).toBe(1);
    // Someone who has it open can keep reading, even on a phone that had discarded the page. Nobody else can, and nobody once it has ended.
    expect(await firstPage(first.page).count()).toBe(1);
    await first.page.reload();
    await firstPage(first.page).waitFor({ timeout: 30_000 });
    await endLink(once.id);
    await first.page.getByText(gone).waitFor({ timeout: 30_000 });
  },
  testTimeout,
);

test(
  'a wrong PIN is said and keeps what was typed, and the tenth closes the link',
  async () => {
    const { url } = await makeLink({ pin: '482193', view_only: false });
    const { page, expectCalm } = await read(url);
    const pin = page.getByLabel('পিন');
    for (let turn = 0; turn < 3; turn++) {
      await pin.fill(`০০০০০${turn}`);
      await openButton(page).click();
      await page.getByText('পিনটি সঠিক নয়').waitFor();
    }
    expect(await pin.inputValue()).toBe('০০০০০2');
    await shot(page, 'viewer-pin-360');
    await pin.fill('৪৮২১৯৩');
    await openButton(page).click();
    await firstPage(page).waitFor({ timeout: 30_000 });
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'ডাউনলোড' }).click();
    expect((await waiting).suggestedFilename()).toMatch(/^NP-\d{7}\.pdf$/);
    expectCalm();
  },
  testTimeout,
);

/** The phone's share sheet gets the link and a text that names nobody. Closing it is not a failure, and if it fails the link is copied. */
async function sendBySheet(page: Page): Promise<void> {
  await page.evaluate(() => {
    const given: object[] = [];
    const share = async (what: object) => {
      given.push(what);
      const how = [undefined, 'AbortError', 'NotAllowedError'][given.length - 1];
      if (how) throw new DOMException('', how);
    };
    Object.assign(navigator, { share });
    Object.assign(globalThis, { givenToSheet: given });
  });
  await page.getByRole('button', { name: /^শেয়ার/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[name=name]').fill('রহিমার ব্যাংক');
  await dialog.getByRole('button', { name: 'লিংক তৈরি করুন' }).click();
  const url = await dialog.getByLabel('লিংক', { exact: true }).inputValue();
  const given = () => page.evaluate(() => (globalThis as unknown as { givenToSheet: object[] }).givenToSheet);
  for (let turn = 1; turn <= 3; turn++) {
    await dialog.getByRole('button', { name: 'পাঠান' }).click();
    await expect.poll(async () => (await given()).length).toBe(turn);
  }
  expect(await given()).toEqual(Array(3).fill({ title: 'আপনাকে পাঠানো একটি কাগজ', url }));
  await page
    .getByText('কপি হয়েছে', { exact: false })
    .or(page.getByText('কপি করা যায়নি', { exact: false }))
    .first()
    .waitFor();
  await dialog.getByRole('button', { name: 'লিংক কপি করুন' }).waitFor();
  await shot(page, 'share-send-360');
}

test(
  'the page of a file shows its first page, its links, its versions and who opened it',
  async () => {
    await portal.call('PATCH', `/account/nid-details/${copy.recordId}/`, {
      token: copy.owner.token,
      body: { name_english: 'Rahima Begum' },
    });
    await portal.call('GET', `/verify-document/${copy.code}/`);
    for (const width of [360, 1280]) {
      const { page, expectCalm, context } = await browsing.visit(portal.origin, { width });
      await openAs(page, portal, copy.owner, '/app/my-files');
      await page.getByRole('link', { name: 'রহিমা খাতুন', exact: true }).filter({ visible: true }).click();
      await page.getByRole('img', { name: 'প্রথম পাতা' }).waitFor({ timeout: 30_000 });
      await page.getByText('Rahima Begum').waitFor();
      await page.getByText(/^১ বার, শেষ/).waitFor();
      await page.getByText('আপনি খুলেছেন').first().waitFor();
      await settle(page);
      await shot(page, `file-${width}`);
      expect(await findAllFaults(page)).toEqual([]);
      if (width === 360) await sendBySheet(page);
      expectCalm();
      await context.close();
    }
  },
  testTimeout,
);
