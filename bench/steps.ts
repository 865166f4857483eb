// `npm run bench:steps`: clicks and key presses of ten everyday tasks of the back office, in Chromium on a shop of 90 days. Each task is done twice:
// by menus, buttons and dialogs alone (the baseline), and the shortest way. What a person has to write (a result, a name, a sum) is no step.
import { type Browser, chromium, type Page } from 'playwright-core';
import { buildWeb } from '../scripts/build-web.ts';
import { chromiumSwitches, findChromium } from '../scripts/chromium.ts';
import { startBenchPortal } from './portal.ts';
import { Hand } from './steps/hand.ts';
import { openShop, type Shop } from './steps/shop.ts';
import { type Task, tasks } from './steps/tasks.ts';

const desk = { width: 1280, height: 800 };

async function openDesk(browser: Browser, shop: Shop): Promise<Page> {
  const context = await browser.newContext({
    viewport: desk,
    locale: 'bn-BD',
    baseURL: shop.origin,
    serviceWorkers: 'block',
  });
  context.setDefaultTimeout(15_000);
  await context.addInitScript((values) => {
    if (localStorage.getItem('access_token')) return;
    for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
  }, shop.session);
  return context.newPage();
}

/** @returns steps by menus, and the shortest way */
async function measure(browser: Browser, shop: Shop, task: Task): Promise<[number, number]> {
  const steps: number[] = [];
  for (const way of ['menus', 'short'] as const) {
    const page = await openDesk(browser, shop);
    const hand = new Hand(page);
    await task.begin(page, shop);
    await task[way](hand, shop);
    steps.push(hand.steps);
    await page.context().close();
  }
  return [steps[0]!, steps[1]!];
}

await buildWeb();
const portal = await startBenchPortal({ DEMO: '1' });
const browser = await chromium.launch({ executablePath: findChromium(), args: [...chromiumSwitches] });
try {
  const shop = await openShop(portal);
  const totals = [0, 0];
  process.stdout.write('task | by menus | shortest\n--- | ---: | ---:\n');
  for (const task of tasks) {
    const [menus, short] = await measure(browser, shop, task);
    totals[0]! += menus;
    totals[1]! += short;
    process.stdout.write(`${task.name} | ${menus} | ${short}\n`);
  }
  process.stdout.write(`all ten | ${totals[0]} | ${totals[1]}\n`);
} finally {
  await browser.close();
  await portal.stop();
}
