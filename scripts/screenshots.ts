// `npm run screenshots`: takes the pictures of the README and of the web manifest from a demo portal in a real browser.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { buildWeb } from './build-web.ts';
import { chromiumSwitches, findChromium } from './chromium.ts';

const root = join(import.meta.dirname, '..');
const output = join(root, 'docs/screenshots');
/** Pictures that a phone shows before it installs the portal. */
const screens = join(root, 'src/web/public/screens');
const dataDir = mkdtempSync(join(tmpdir(), 'nothipotro-pictures-'));
const adminPassword = 'chobi-tolar-somoy-1';
const port = await new Promise<number>((done) => {
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const { port: free } = probe.address() as { port: number };
    probe.close(() => done(free));
  });
});
const origin = `http://127.0.0.1:${port}`;

await buildWeb();
const portal = spawn(process.execPath, ['src/server/start.ts'], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_ORIGIN: origin,
    DEMO: '1',
    ADMIN_PASSWORD: adminPassword,
    LOG_LEVEL: 'error',
  },
});
const ended = new Promise((done) => portal.once('exit', done));

async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.locator('input[name=username]').fill(username);
  await page.locator('input[name=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/(app|admin)/);
}

/** The first page of an information copy, as the portal itself renders it. */
async function screenshotPaper(page: Page): Promise<void> {
  const headers = {
    authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('access_token'))}`,
  };
  const files = await page.request.get(`${origin}/account/myfile/`, { headers });
  const { results } = (await files.json()) as { results: { id: number; nid_info_id: number | null }[] };
  const copy = results.find((file) => file.nid_info_id !== null) ?? results[0];
  if (!copy) throw new Error('the demo made no paper');
  const answer = await page.request.get(`${origin}/account/myfile/${copy.id}/preview/`, { headers });
  if (!answer.ok()) throw new Error(`the paper could not be drawn: ${answer.status()}`);
  const sheet = await page.context().newPage();
  await sheet.setViewportSize({ width: 480, height: 679 });
  const source = `data:image/png;base64,${(await answer.body()).toString('base64')}`;
  await sheet.setContent(`<body style="margin:0"><img src="${source}" style="width:480px;display:block">`);
  await sheet.locator('img').screenshot({ path: join(output, 'paper.jpg'), type: 'jpeg', quality: 80 });
}

const browser = await chromium.launch({
  executablePath: findChromium(),
  args: [...chromiumSwitches],
});
try {
  // The demo is added after the portal is ready, so this waits for the last thing needed.
  for (let tries = 0; tries < 300; tries += 1) {
    const isReady = await fetch(`${origin}/health/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) break;
    await new Promise((done) => setTimeout(done, 200));
  }
  await new Promise((done) => setTimeout(done, 15_000));
  mkdirSync(output, { recursive: true });
  mkdirSync(screens, { recursive: true });
  const picture = async (page: Page, name: string, folder = output) => {
    await page.waitForLoadState('networkidle');
    // A short message would cover the top of the page.
    await page.locator('[data-toast]').waitFor({ state: 'detached' });
    await page.waitForTimeout(600);
    await page.screenshot({ path: join(folder, `${name}.png`) });
  };

  const phone = await (
    await browser.newContext({ viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, locale: 'bn-BD' })
  ).newPage();
  const customerPassword = readFileSync(join(dataDir, 'keys/trial-customer'), 'utf8').trim();
  await signIn(phone, 'customer@nothipotro.test', customerPassword);
  await phone.goto(`${origin}/app`);
  await picture(phone, 'phone-start', screens);
  await phone.goto(`${origin}/app/new-nid`);
  await phone
    .locator('input[type=file]')
    .first()
    .setInputFiles(join(root, 'src/engines/fixtures/signed-copies/s01-l1-chromium-notosans.pdf'));
  await phone.getByText('কপি থেকে পড়া').first().waitFor();
  await phone.locator('input[name=name_bangla]').scrollIntoViewIfNeeded();
  await picture(phone, 'customer-phone');
  await phone.goto(`${origin}/app/recharge-history`);
  await picture(phone, 'wallet');
  await picture(phone, 'phone-wallet', screens);
  await screenshotPaper(phone);

  const desk = await (
    await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'bn-BD' })
  ).newPage();
  await desk.goto(origin);
  await picture(desk, 'landing');
  await signIn(desk, 'customer@nothipotro.test', customerPassword);
  await picture(desk, 'desk-start', screens);
  await desk.evaluate(() => localStorage.clear());
  await signIn(desk, 'admin@nothipotro.test', adminPassword);
  await desk.goto(`${origin}/admin/orders`);
  // A picture of the documents has less than 200 kB.
  await desk.setViewportSize({ width: 1280, height: 720 });
  await picture(desk, 'admin-orders');
} finally {
  await browser.close();
  portal.kill('SIGTERM');
  await ended;
  rmSync(dataDir, { recursive: true, force: true });
}
