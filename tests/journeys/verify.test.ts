// Anyone can verify a copy: by code, by the QR code with its statement, by the file. Every verdict, with real PDFs.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PDF } from '@libpdf/core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { groupCode } from '#contract/codes.ts';
import { readAttachment } from '#engines/rendering/inspect-pdf.ts';
import { correctCopy, type MadeCopy, makeCopy } from '../http/documents/copy-maker.ts';
import { shot, useBrowser } from '../support/browser.ts';
import { cameraOf, filmQrOf } from '../support/camera.ts';
import { asOwner } from '../support/database.ts';
import { usePortal } from '../support/portal.ts';
import { findAllFaults, settle } from './page-faults.ts';

const portal = usePortal();
const film = join(mkdtempSync(join(tmpdir(), 'nothipotro-camera-')), 'code.y4m');
const browsing = useBrowser({ whole: true, switches: cameraOf(film) });
afterAll(() => rmSync(dirname(film), { recursive: true }));
const titles = {
  genuine: 'কাগজটি বদলায়নি',
  ofCode: 'এই কোডের কাগজ বদলায়নি',
  superseded: 'পুরোনো সংস্করণ',
  revoked: 'বাতিল করা কপি',
  altered: 'কপিটি বদলানো',
  unknown: 'এমন কোনো কপি নেই',
  foreign: 'ফাইলটি আমাদের নয়',
};

let copy: MadeCopy;
let older: MadeCopy;
let revoked: MadeCopy;
beforeAll(async () => {
  copy = await makeCopy(portal, undefined, true);
  older = await makeCopy(portal);
  await correctCopy(portal, older, { name_english: 'Rahima Begum' });
  revoked = await makeCopy(portal);
  await asOwner(portal.ownerUrl, 'update files set revoked_at = now() where id = $1', [revoked.id]);
}, 60_000);

function oneByteChanged(bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes);
  // Inside the drawing of the first page, far from the code.
  changed[Math.floor(bytes.length / 3)]! ^= 1;
  return changed;
}
async function pageRemoved(bytes: Buffer): Promise<Buffer> {
  const file = await PDF.load(bytes);
  expect(file.getPageCount()).toBeGreaterThan(1);
  file.removePage(file.getPageCount() - 1);
  return Buffer.from(await file.save());
}
async function savedAgain(bytes: Buffer): Promise<Buffer> {
  const file = await PDF.load(bytes);
  // As programs that open and save a file do: the pages stay, the producer's name changes.
  file.setProducer('Another program');
  return Buffer.from(await file.save());
}

async function drop(page: Page, bytes: Buffer, title: string): Promise<void> {
  await page.goto('/verify');
  const path = join(portal.dataDir, 'copy.pdf');
  writeFileSync(path, bytes);
  await page.locator('input[type=file]').setInputFiles(path);
  await page.getByRole('heading', { name: title }).waitFor();
}

describe('a dropped file', () => {
  test('gets its verdict without leaving the device', async () => {
    const { page, expectCalm } = await browsing.visit(portal.origin);
    const sent: number[] = [];
    page.on('request', (request) => sent.push(request.postDataBuffer()?.length ?? 0));
    // The file is searched in a worker, so that a large one does not block the page.
    const searching = page.waitForEvent('worker');
    await drop(page, copy.bytes, titles.genuine);
    expect((await searching).url()).toContain('find-code');
    await settle(page);
    await shot(page, 'verify-file-genuine');
    expect(await findAllFaults(page)).toEqual([]);
    await drop(page, older.bytes, titles.superseded);
    await drop(page, revoked.bytes, titles.revoked);
    await drop(page, oneByteChanged(copy.bytes), titles.altered);
    await drop(page, await pageRemoved(copy.bytes), titles.altered);
    await drop(page, Buffer.concat([copy.bytes, Buffer.from('\n% more\n')]), titles.altered);
    const again = await savedAgain(copy.bytes);
    expect(again.equals(copy.bytes)).toBe(false);
    await drop(page, again, titles.altered);
    await shot(page, 'verify-file-altered');
    await drop(page, Buffer.from('%PDF-1.7\nnothing of ours'), titles.foreign);
    await shot(page, 'verify-file-foreign');
    // An encrypted file may well be one of our copies: what could not be inspected gets no verdict.
    await page.goto('/verify');
    await page
      .locator('input[type=file]')
      .setInputFiles(
        join(import.meta.dirname, '../../src/engines/fixtures/signed-copies/hostile/sx1-encrypted.pdf'),
      );
    await page.getByText(/^ফাইলটি পাসওয়ার্ড দিয়ে আটকানো/).waitFor();
    expect(await page.getByRole('heading', { name: titles.foreign }).count()).toBe(0);
    expect(Math.max(...sent)).toBeLessThan(200);
    expectCalm();
  }, 90_000);
});

describe('the camera', () => {
  test('reads the QR of a printed copy, and its signed statement is checked', async () => {
    const scanned = await filmQrOf(copy.bytes, film);
    expect(scanned).toMatch(new RegExp(`^${portal.origin}/verify/${copy.code}#\\d+$`));
    const { page, context, expectCalm } = await browsing.visit(portal.origin);
    await page.goto('/verify');
    const start = page.getByRole('button', { name: 'ক্যামেরা দিয়ে স্ক্যান করুন' });
    await start.click();
    await page.getByText('ক্যামেরার অনুমতি দেওয়া হয়নি', { exact: false }).waitFor();
    await shot(page, 'verify-camera-refused');

    await context.grantPermissions(['camera']);
    await start.click();
    await page.locator('video').waitFor();
    await shot(page, 'verify-camera');
    await page.getByRole('heading', { name: titles.ofCode }).waitFor({ timeout: 30_000 });
    await page.getByText('কিউআর কোডের স্বাক্ষর ঠিক আছে').waitFor();
    expect(page.url()).toBe(scanned);
    expectCalm();

    await page.goto('/verify');
    for (const [name, words] of [
      ['NotFoundError', 'এই ডিভাইসে ক্যামেরা পাওয়া যায়নি'],
      ['NotReadableError', 'ক্যামেরা চালু করা যায়নি'],
    ] as const) {
      await page.evaluate((why) => {
        navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', why));
      }, name);
      await start.click();
      await page.getByText(words, { exact: false }).waitFor();
    }
    expect(await findAllFaults(page)).toEqual([]);
  }, 60_000);
});

describe('a code', () => {
  test('is accepted with either digits and any separators, and each verdict has its page', async () => {
    const { page, expectCalm } = await browsing.visit(portal.origin, { width: 1280, height: 800 });
    const bengali = groupCode(copy.code)
      .toLowerCase()
      .replace(/\d/g, (digit) => '০১২৩৪৫৬৭৮৯'[Number(digit)]!)
      .replaceAll('-', ' ');
    await page.goto('/verify');
    await settle(page);
    await shot(page, 'verify-1280');
    await page.locator('input[name=code]').fill(bengali);
    await page.getByRole('button', { name: 'যাচাই করুন' }).click();
    await page.getByRole('heading', { name: titles.ofCode }).waitFor();
    expect(page.url()).toBe(`${portal.origin}/verify/${copy.code}`);
    for (const [code, title] of [
      [older.code, titles.superseded],
      [revoked.code, titles.revoked],
      ['NOTHING', titles.unknown],
    ] as const) {
      await page.goto(`/verify/${code}`);
      await page.getByRole('heading', { name: title }).waitFor();
      await settle(page);
      expect(await findAllFaults(page)).toEqual([]);
    }
    expectCalm();
  }, 60_000);

  test('that was scanned is checked against its signed statement, even one that belongs to another copy', async () => {
    const { page, expectCalm } = await browsing.visit(portal.origin);
    const statementOf = async ({ bytes }: MadeCopy) =>
      JSON.parse(Buffer.from((await readAttachment(bytes, 'record.json'))!).toString()).statement as string;
    const [own, other] = [await statementOf(copy), await statementOf(older)];
    const forged = `${BigInt(own) ^ (1n << 600n)}`;
    for (const [statement, words] of [
      [own, 'কিউআর কোডের স্বাক্ষর ঠিক আছে'],
      [other, 'কিউআর কোডের স্বাক্ষর মেলেনি'],
      [forged, 'কিউআর কোডের স্বাক্ষর মেলেনি'],
      ['rubbish', 'কিউআর কোডের স্বাক্ষর মেলেনি'],
    ] as const) {
      // The same page with another fragment would not reload.
      await page.goto('about:blank');
      await page.goto(`/verify/${copy.code}#${statement}`);
      await page.getByText(words).waitFor();
    }
    await page.goto('about:blank');
    await page.goto(`/verify/${copy.code}#${own}`);
    await page.getByText('স্বাক্ষর ঠিক আছে').waitFor();
    await shot(page, 'verify-statement');
    expect(await findAllFaults(page)).toEqual([]);
    expectCalm();
  }, 60_000);

  test('that is guessed repeatedly is refused with a message', async () => {
    const { page } = await browsing.visit(portal.origin);
    for (let turn = 0; turn < 40; turn++)
      expect([404, 429]).toContain((await portal.call('GET', '/verify-document/NOTHING/')).status);
    await page.goto(`/verify/${copy.code}`);
    await page.getByText('অনেকবার চেষ্টা করা হয়েছে').waitFor();
    await asOwner(portal.ownerUrl, 'delete from rate_limits');
    await page.getByRole('button', { name: 'আবার চেষ্টা করুন' }).click();
    await page.getByRole('heading', { name: titles.ofCode }).waitFor();
  }, 60_000);
});
