// Thousands of personal values (PLANTED) are entered through every form and then searched for: in the raw database, the stored files, the log, the metrics,
// error responses, other users' exports, and the addresses, titles and console of a browser that walks through the pages.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { dhakaDay } from '#contract/dates/dates.ts';
import { birthCalls, typed as birthRecord } from '../http/documents/birth-steps.ts';
import { nidCalls, record as nidRecord } from '../http/documents/nid-steps.ts';
import { findInTables } from '../http/platform/table-dump.ts';
import { dataForm, eventually, makeStaff, orderBody, servicesByCode, signInAgain } from '../http/steps.ts';
import { walkTo } from '../journeys/page-faults.ts';
import { openAs } from '../journeys/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { asOwner } from '../support/database.ts';
import { type Person, usePortal } from '../support/portal.ts';
import { proofSeed, recordCounts, seededRandom } from '../support/proof-counts.ts';

const wanted = Number(process.env.PLANTED ?? 42);

const lines: string[] = [];
let quoted = '';
let storeFails = false;
const portal = usePortal(
  { LOG_LEVEL: 'debug' },
  {
    storage: (part) => ({
      ...part,
      async get(key) {
        if (storeFails) throw new Error(`cannot read\n${quoted}\nat once`);
        return part.get(key);
      },
    }),
  },
  { write: (line) => void lines.push(line) },
);
const browsing = useBrowser();

const random = seededRandom(proofSeed);
const digits = (count: number) => Array.from({ length: count }, () => Math.floor(random() * 10)).join('');
const syllables = ['মা', 'রি', 'কু', 'সো', 'তা', 'নি', 'লু', 'বে', 'দা', 'হি', 'জু', 'গো', 'পা', 'শি', 'মু', 'রো'];
const word = () =>
  Array.from({ length: 5 }, () => syllables[Math.floor(random() * syllables.length)]!).join('');
const inBengali = (text: string) =>
  text.replace(/\d/g, (digit) => String.fromCharCode(0x09e6 + Number(digit)));

const planted: string[] = [];
const plant = <T extends string>(value: T): T => {
  planted.push(value);
  return value;
};
const nid = () => plant(`19${digits(15)}`);
const phone = () => plant(`018${digits(8)}`);
const name = () => plant(`${word()} ${word()}`);

interface Planted {
  customer: Person;
  nidRecord: number;
  order: number;
}
const places: Planted[] = [];
let operator: Person;
let stranger: Person;

/** Plants one customer with 16 values: three papers, and an order with its messages. */
async function plantCustomer(): Promise<void> {
  const services = await servicesByCode(portal);
  const customer = await nidCalls(portal).richCustomer('3000');
  const done = async (answer: ReturnType<typeof portal.call>) => {
    const { status, body } = await answer;
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    return body;
  };
  const mine = (method: string, path: string, body: unknown) =>
    done(portal.call(method, `/account/${path}`, { token: customer.token, body }));
  const work = (method: string, path: string, body: unknown) =>
    done(portal.call(method, `/account/${path}`, { token: operator.token, body }));
  const made = await mine('POST', 'nid-details/', {
    ...nidRecord,
    national_id: nid(),
    father_name: name(),
    address_for_nid: name(),
  });
  await mine('POST', 'create-sign-to-server/', {
    name_bn: 'সালমা',
    name_en: 'Salma',
    nid_number: nid(),
    pin_number: nid(),
    form_number: '12345',
    mobile_number: phone(),
    father_name: name(),
    mother_name: name(),
    education_qualification: 'স্নাতক',
    birthplace: 'কুমিল্লা',
    permanent_address: name(),
    birth_date: '1995-03-15',
    gender: 'female',
    present_address: name(),
  });
  const birth = await birthCalls(portal).create(customer, {
    ...birthRecord,
    birth_certificate_no: nid(),
    father_name_bn: name(),
    permanent_address: name(),
  });
  expect(birth.status, JSON.stringify(birth.body)).toBe(201);
  const order = await mine('POST', 'orders/', {
    ...orderBody(services.AB!),
    nid_or_form_num_or_for_biometric_or_location: nid(),
  });
  await work('POST', `orders/${order.id}/take/`, {});
  await work('POST', `orders/${order.id}/notes/`, { text: `গ্রাহকের ফোন ${phone()}` });
  const asked = await work('POST', `orders/${order.id}/question/`, { kind: 'text', text: 'আপনার ফোন নম্বর?' });
  await done(
    portal.call('POST', `/account/orders/${order.id}/answer/`, {
      token: customer.token,
      form: dataForm({ question: asked.question?.id ?? asked.id, text: phone() }),
    }),
  );
  places.push({ customer, nidRecord: made.data.id, order: order.id });
}

const refusals: string[] = [];
/** Sends each value where it does not belong. */
async function takeErrorPaths(value: string, turn: number): Promise<number> {
  const ways = [
    () => portal.call('POST', '/token/', { body: { username: value, password: value } }),
    () => portal.call('GET', `/${encodeURIComponent(value)}/`),
    () => portal.call('GET', `/verify-document/${encodeURIComponent(value)}/`),
    () => portal.call('POST', '/account/sign-up/', { body: { email: value, phone: value, password: value } }),
    () => portal.call('GET', `/account/orders/${encodeURIComponent(value)}/`, { token: stranger.token }),
    () =>
      portal.call('GET', `/account/orders/?search=${encodeURIComponent(value)}&page=x`, {
        token: stranger.token,
      }),
    () =>
      portal.call('POST', '/account/nid-details/', { token: stranger.token, body: { national_id: value } }),
    () => portal.call('POST', '/account/orders/', { token: stranger.token, body: `{"note":"${value}"` }),
    () => portal.call('PUT', '/account/settings/shop/', { token: operator.token, body: { value } }),
  ];
  const chosen = [ways[turn % ways.length]!, ways[(turn + 4) % ways.length]!];
  for (const way of chosen) {
    const { status, bytes } = await way();
    expect(status, bytes.toString()).toBeLessThan(500);
    refusals.push(bytes.toString());
  }
  return chosen.length;
}

const inDecimals = /^\d+$/;
/** Whether a text contains the value in Western or Bengali digits. */
const standsIn = (text: string, value: string) =>
  text.includes(value) || (inDecimals.test(value) && text.includes(inBengali(value)));
const findIn = (where: string, text: string) =>
  planted.filter((value) => standsIn(text, value)).map((value) => `${value} in ${where}`);

beforeAll(async () => {
  operator = await makeStaff(portal, 'operator');
  stranger = await portal.customer();
  while (planted.length < wanted) {
    await signInAgain(portal, operator);
    await plantCustomer();
  }
}, 3_600_000);

it('leaks no planted value into the raw database, a stored file, the log, a metric or an error response', async () => {
  const counts = { planted: planted.length, errorPaths: 0, tables: 0, storedFiles: 0, refusals: 0, found: 0 };
  for (const [turn, value] of planted.entries()) {
    if (turn % 500 === 0) await signInAgain(portal, operator, stranger);
    counts.errorPaths += await takeErrorPaths(value, turn);
  }
  const [last] = places.slice(-1);
  quoted = planted.slice(-3).join(' ');
  const { body: files } = await portal.call('GET', '/account/myfile/', { token: last!.customer.token });
  storeFails = true;
  const failed = await portal.call('GET', files.results[0]!.open_path, { token: last!.customer.token });
  storeFails = false;
  expect(failed.status).toBe(500);
  refusals.push(failed.bytes.toString());
  const log = await eventually(
    async () => lines.join(''),
    (text) => text.includes(failed.body.reference),
  );
  expect(log).toContain('unexpected error');

  const found = await findInTables(portal, [
    ...planted,
    ...planted.filter((one) => inDecimals.test(one)).map(inBengali),
  ]);
  const stored = readdirSync(join(portal.dataDir, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.name}\n${readFileSync(join(entry.parentPath, entry.name)).toString()}`);
  const { bytes: metrics } = await portal.call('GET', '/metrics/');
  found.push(
    ...findIn('the stored files', stored.join('\n')),
    ...findIn('the log', log),
    ...findIn('the metrics', metrics.toString()),
    // Error responses must not repeat the values that were sent.
    ...findIn('a refusal', refusals.join('\n')),
  );
  const [{ tables }] = (await asOwner<{ tables: number }>(
    portal.ownerUrl,
    "select count(*)::int as tables from information_schema.tables where table_schema = 'public'",
  )) as [{ tables: number }];
  Object.assign(counts, {
    tables,
    storedFiles: stored.length,
    refusals: refusals.length,
    found: found.length,
  });
  recordCounts('planted values', counts);
  expect(found.slice(0, 20)).toEqual([]);
  expect(stored.length).toBeGreaterThan(places.length);
}, 3_600_000);

it('would find a planted value in plain text', async () => {
  const [value] = planted.filter((one) => inDecimals.test(one));
  await asOwner(
    portal.ownerUrl,
    "insert into saved_replies (kind, title, body, created_by) values ('note', $1, 'x', 1)",
    [value],
  );
  expect(await findInTables(portal, planted)).toEqual([`${value} in saved_replies`]);
  await asOwner(portal.ownerUrl, 'delete from saved_replies where title = $1', [value]);
  expect(findIn('a text', `“${inBengali(value!)}”`)).toEqual([`${value} in a text`]);
});

it('leaks no planted value into the exports of staff and other customers', async () => {
  // The files export is left out: it contains full numbers on purpose (decision 0038), and each download of it is in the audit log.
  const today = dhakaDay(new Date());
  const exports = [
    ['staff: orders', '/account/orders/completed/export/', portal.admin],
    ['staff: marked orders', `/account/orders/export/?ids=${places[0]!.order}`, portal.admin],
    ['staff: activity', '/account/activity/export/', portal.admin],
    ['staff: recharges', '/account/transactions/export/', portal.admin],
    ['staff: users', '/account/users/export/', portal.admin],
    ['staff: payments', '/account/payments/export/', portal.admin],
    ['staff: balances', `/account/admin/balances/export/?day=${today}`, portal.admin],
    ['staff: sales', `/account/admin/movements/export/?what=sales&from=${today}&to=${today}`, portal.admin],
  ] as const;
  const found: string[] = [];
  await signInAgain(portal, portal.admin, stranger);
  let bytes = 0;
  for (const [where, path, by] of exports) {
    const answer = await portal.call('GET', path, { token: by.token });
    expect(answer.status, where).toBe(200);
    bytes += answer.bytes.length;
    found.push(...findIn(where, answer.bytes.toString()));
  }
  await portal.call('POST', '/account/export/', { token: stranger.token });
  const archive = await eventually(
    () => portal.call('GET', '/account/export/file/', { token: stranger.token }),
    ({ status }) => status === 200,
  );
  expect(archive.status).toBe(200);
  const entries = Object.values(unzipSync(archive.bytes)).map((entry) => strFromU8(entry));
  expect(entries.join('')).toContain(stranger.email);
  found.push(...findIn('a stranger’s data', entries.join('\n')));
  recordCounts('planted values in exports', { exports: exports.length + 1, bytes, found: found.length });
  expect(found).toEqual([]);
}, 120_000);

/** Collects every URL that a page visits or loads and every console message. Search words are ignored: the specification sends them to the API. */
function watchAddresses(page: Page): string[] {
  const seen: string[] = [];
  page.on('framenavigated', (frame) => seen.push(frame.url()));
  page.on('request', (request) => {
    const url = new URL(request.url());
    url.searchParams.delete('search');
    url.searchParams.delete('q');
    seen.push(url.href, request.headers().referer ?? '');
  });
  page.on('console', (message) => seen.push(message.text()));
  return seen;
}

async function walk(page: Page, paths: readonly string[], searched: readonly string[]): Promise<number> {
  let pages = 0;
  for (const path of paths) {
    await walkTo(page, path);
    pages += 1;
    const field = page.locator('main input[inputmode=search]');
    if ((await field.count()) === 0) continue;
    for (const value of searched) {
      await field.fill(value);
      await page.waitForFunction((words) => history.state?.words === words, value);
    }
  }
  return pages;
}

it('leaks no planted value into an address, a title or the console of any page', async () => {
  const found: string[] = [];
  const counts = { pages: 0, addresses: 0, found: 0 };
  const [place] = places.slice(-1);
  const searched = planted.filter((value) => inDecimals.test(value)).slice(-1);
  expect(searched).toHaveLength(1);
  for (const [person, paths] of [
    [
      place!.customer,
      [
        ...[
          '/app',
          '/app/my-orders',
          '/app/my-files',
          '/app/sharing',
          '/app/notices',
          '/app/recharge-history',
        ],
        ...[`/app/my-orders/${place!.order}`, `/app/edit-nid/${place!.nidRecord}`, '/app/profile'],
        ...[
          '/app/new-nid',
          '/app/tin-certificate',
          '/app/server-copy-unofficial',
          '/app/new-birth-certificate',
        ],
        ...['/app/profile?tab=trail', '/app/profile?tab=devices', '/app/my-orders/new', '/app/sign2server'],
      ],
    ],
    [
      portal.admin,
      [
        ...[
          '/admin',
          '/admin/dashboard',
          '/admin/orders',
          '/admin/orders/pending',
          '/admin/orders/completed',
        ],
        ...[
          `/admin/orders/details/${place!.order}`,
          '/admin/order-history',
          '/admin/users',
          '/admin/users/activity',
        ],
        ...[
          `/admin/user/details/${place!.customer.id}`,
          '/admin/auto-services-history',
          '/admin/recharge-history',
        ],
        ...['/admin/payments', '/admin/notices', '/admin/jobs', '/admin/checkup', '/admin/reports/sales'],
        ...[
          '/admin/orders/bulk',
          '/admin/orders/replies',
          '/admin/users/roles',
          '/admin/approvals',
          '/admin/settlements',
        ],
        ...[
          '/admin/services',
          '/admin/services/sub-types/1',
          '/admin/settings',
          '/admin/reports/users',
          '/admin/account',
        ],
        ...['/admin/reports/performance', '/admin/first-steps', '/proof', '/verify', '/'],
      ],
    ],
  ] as const) {
    await signInAgain(portal, person);
    const { page, context } = await browsing.visit(portal.origin, { width: 1280, height: 800 });
    const seen = watchAddresses(page);
    await openAs(page, portal, person, paths[0]!);
    counts.pages += await walk(page, paths, searched);
    seen.push(await page.title());
    counts.addresses += seen.length;
    found.push(...findIn('an address', seen.map((one) => decodeURIComponent(one)).join('\n')));
    await context.close();
  }
  recordCounts('planted values in a browser', { ...counts, found: found.length });
  expect(found).toEqual([]);
  expect(counts.pages).toBeGreaterThan(25);
}, 300_000);
