// Sixty hostile texts are stored in every text field and must be shown as plain text: none becomes an element on any page, nothing is executed, and nothing
// is stopped only by the content security policy. In each of the HOSTILE_TEXTS rounds every field gets the next text.
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { birthCalls, typed as birthRecord } from '../http/documents/birth-steps.ts';
import { nidCalls, record as nidRecord } from '../http/documents/nid-steps.ts';
import {
  dataForm,
  eventually,
  makeStaff,
  type OfferedService,
  orderBody,
  servicesByCode,
  signInAgain,
} from '../http/steps.ts';
import { walkTo } from '../journeys/page-faults.ts';
import { openAs } from '../journeys/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { asOwner } from '../support/database.ts';
import { formField, formPaper } from '../support/forms.ts';
import { hostileTexts } from '../support/hostile-texts.ts';
import { type Person, usePortal } from '../support/portal.ts';
import { recordCounts } from '../support/proof-counts.ts';

const rounds = Number(process.env.HOSTILE_TEXTS ?? 1);
const portal = usePortal();
const browsing = useBrowser();

const counts = {
  rounds: 0,
  texts: hostileTexts.length,
  stored: 0,
  refused: 0,
  pages: 0,
  shown: 0,
  faults: 0,
};
/** How often each field accepted a text: a field that accepts none is not tested. */
const kept: Record<string, number> = {};
let operator: Person;
let services: Record<string, OfferedService>;

beforeAll(async () => {
  operator = await makeStaff(portal, 'operator');
  services = await servicesByCode(portal);
});

type Fill = (field: string) => string;
/** Assigns the texts to the fields in turn, beginning with a different text each round. */
function fillWith(round: number): Fill {
  let turn = round;
  return (field) => {
    kept[field] ??= 0;
    turn += 1;
    return hostileTexts[turn % hostileTexts.length]!;
  };
}

/** Sends the text of one or more fields; a refusal is fine too, because some fields accept no markup. */
async function send(by: Person, method: string, path: string, fields: readonly string[], body: unknown) {
  const answer = await portal.call(method, `/account/${path}`, {
    token: by.token,
    ...(body instanceof FormData ? { form: body } : { body }),
    headers: {
      'User-Agent': hostileTexts[counts.rounds % hostileTexts.length]!.replace(/[^\x20-\x7e]/g, ''),
    },
  });
  expect(answer.status, `${method} ${path}: ${answer.bytes}`).toBeLessThan(500);
  for (const field of fields)
    if (answer.status < 300) {
      counts.stored += 1;
      kept[field] = (kept[field] ?? 0) + 1;
    } else counts.refused += 1;
  return answer;
}

/** @returns the version of the form that was published */
async function fillShop(fill: Fill): Promise<number> {
  const owner = (method: string, path: string, fields: string[], body: unknown) =>
    send(portal.admin, method, path, fields, body);
  const { body: settings } = await portal.call('GET', '/account/settings/', { token: portal.admin.token });
  const change = async (key: string, value: Record<string, string>) => {
    const group = settings.results.find((one: { key: string }) => one.key === key)!;
    await owner(
      'PUT',
      `settings/${key}/`,
      Object.keys(value).map((name) => `${key}.${name}`),
      {
        version: group.version,
        value: { ...group.value, ...value },
      },
    );
  };
  await change('shop', { name_bn: fill('shop.name_bn'), name_en: fill('shop.name_en') });
  await change('contact', { address: fill('contact.address') });
  await change('announcement', { bn: fill('announcement.bn'), en: fill('announcement.en') });
  const { AB, AL } = services;
  for (const field of ['description', 'description_en', 'name_en', 'place_holder_name_en'])
    await owner('PATCH', `services/${AB!.id}/`, [`service.${field}`], { [field]: fill(`service.${field}`) });
  const name = fill('sub_type.name');
  await owner('PATCH', `services/sub-types/update/${AB!.sub_type[0]!.id}/`, ['sub_type.name'], { name });
  const both = (field: string) => ({ bn: fill(field), en: fill(field) });
  const form = {
    fields: [
      formField('purpose', { label: both('form.label'), help: both('form.help') }),
      formField('way', {
        kind: 'choice',
        label: both('form.choice label'),
        choices: [
          { key: 'a', label: both('form.choice') },
          { key: 'b', label: both('form.choice') },
        ],
      }),
    ],
    papers: [formPaper('old', { label: both('form.paper'), help: both('form.paper') })],
    checks: [{ key: 'seen', label: both('form.check'), required: false }],
  };
  const draft = await owner(
    'PUT',
    `services/${AL!.id}/forms/draft/`,
    Object.keys(kept).filter((one) => one.startsWith('form.')),
    { form },
  );
  await owner('POST', `services/${AL!.id}/forms/publish/`, [], { form: draft.body.id });
  return draft.body.id;
}

async function fillDesk(fill: Fill, customer: Person, order: number): Promise<void> {
  const work = (method: string, path: string, fields: string[], body: unknown) =>
    send(operator, method, path, fields, body);
  await work('POST', `orders/${order}/take/`, [], {});
  await work('POST', `orders/${order}/notes/`, ['order note'], { text: fill('order note') });
  await work('POST', `user/${customer.id}/notes/`, ['customer note'], { text: fill('customer note') });
  await work('POST', 'saved-replies/', ['reply title', 'reply'], {
    kind: 'note',
    title: fill('reply title'),
    body: fill('reply'),
  });
  const tag = await work('POST', 'order-tags/', ['tag'], { name: fill('tag').slice(0, 24), color: 'red' });
  if (tag.status < 300)
    await work('PUT', `order-tags/${tag.body.id}/set/`, [], { orders: [order], is_set: true });
  await work('POST', 'saved-views/', ['view'], {
    name: fill('view').slice(0, 40),
    list: 'all',
    query: { status: 'pending' },
  });
  await work('PUT', `orders/${order}/due/`, ['due reason'], {
    due_on: new Date(Date.now() + 3 * 86_400_000).toISOString(),
    reason: fill('due reason'),
  });
  await work('PUT', `services/${services.AC!.id}/outage/`, ['outage'], { reason: fill('outage') });
  const asked = await work('POST', `orders/${order}/question/`, ['question'], {
    kind: 'text',
    text: fill('question'),
  });
  await send(
    customer,
    'POST',
    `orders/${order}/answer/`,
    ['answer'],
    dataForm({ question: asked.body.question?.id, text: fill('answer') }),
  );
  await work(
    'PATCH',
    `orders/${order}/`,
    ['result', 'completion note'],
    dataForm({ status: 'completed', text_content: fill('result'), note: fill('completion note') }),
  );
  await send(portal.admin, 'POST', `orders/${order}/refund/`, ['refund'], {
    amount: '1',
    reason: fill('refund'),
  });
  await send(portal.admin, 'POST', 'transactions/create/', ['recharge note', 'reference'], {
    user: customer.id,
    amount: '50',
    way: 'bank',
    reference: fill('reference'),
    note: fill('recharge note'),
  });
  await send(portal.admin, 'POST', `user/${customer.id}/view/`, ['impersonation'], {
    reason: fill('impersonation'),
  });
}

async function fillCustomer(fill: Fill, form: number) {
  const customer = await nidCalls(portal).richCustomer('3000');
  const mine = (method: string, path: string, fields: string[], body: unknown) =>
    send(customer, method, path, fields, body);
  for (const field of ['first_name', 'last_name'])
    await mine('PATCH', `user/${customer.id}/`, [`user.${field}`], { [field]: fill(`user.${field}`) });
  const names = (...fields: string[]) => Object.fromEntries(fields.map((field) => [field, fill(field)]));
  // Sent field by field, because some accept letters only.
  const paper = await eventually(
    () => mine('POST', 'nid-details/', [], nidRecord),
    // On a busy machine a paper may have to wait.
    ({ status }) => status !== 503,
  );
  expect(paper.status, JSON.stringify(paper.body)).toBe(201);
  for (const field of [
    'name_bangla',
    'name_english',
    'father_name',
    'mother_name',
    'birth_place',
    'address_for_nid',
  ])
    await mine('PATCH', `nid-details/${paper.body.data.id}/`, [`nid.${field}`], {
      [field]: fill(`nid.${field}`),
    });
  const birthFields = ['father_name_bn', 'permanent_address', 'register_office_address'];
  const birth = await birthCalls(portal).create(customer, { ...birthRecord, ...names(...birthFields) });
  for (const field of birthFields) if (birth.status < 300) kept[field]! += 1;
  const { body: files } = await portal.call('GET', '/account/myfile/', { token: customer.token });
  await mine('POST', `myfile/${files.results[0]!.id}/shares/`, ['share name'], { name: fill('share name') });
  const placed = await mine('POST', 'orders/', ['order.note'], {
    ...orderBody(services.AB!),
    note: fill('order.note'),
  });
  await mine('POST', 'orders/', ['order.name'], { ...orderBody(services.AA!), name: fill('order.name') });
  await mine('POST', 'orders/', ['answers'], {
    service: services.AL!.id,
    sub_type: services.AL!.sub_type[0]?.id,
    form_version: form,
    answers: { purpose: fill('answers'), way: 'a' },
  });
  await mine('POST', 'order-attachments/', ['file name'], {
    name: `${fill('file name')}.jpg`,
    byte_size: 100,
  });
  return {
    customer,
    order: placed.body.id as number,
    file: files.results[0]!.id as number,
    record: paper.body.data.id as number,
    code: paper.body.data.verification_code as string,
  };
}

/** Finds elements and scripts that a careless page would have made of the texts. */
async function findFaults(page: Page, path: string): Promise<string[]> {
  const { elements, hit, shown } = await page.evaluate((texts) => {
    const values = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(
      ({ value }) => value,
    );
    const seen = `${document.body.textContent}\n${values.join('\n')}`;
    return {
      elements: [
        ...document.querySelectorAll('[data-h], a[href^="javascript:" i], a[href^="data:text/html" i]'),
      ].map((one) => one.outerHTML),
      hit: 'hit' in window,
      shown: texts.filter((text) => seen.includes(text)).length,
    };
  }, hostileTexts);
  counts.shown += shown;
  counts.pages += 1;
  return [...elements, ...(hit ? ['it ran'] : [])].map((fault) => `${path}: ${fault}`);
}

async function walk(person: Person, paths: readonly string[]): Promise<string[]> {
  const { page, context, expectCalm } = await browsing.visit(portal.origin, { width: 1280, height: 800 });
  const found: string[] = [];
  page.on('dialog', (dialog) => {
    found.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await openAs(page, portal, person, paths[0]!);
  for (const path of paths) {
    await walkTo(page, path);
    found.push(...(await findFaults(page, path)));
  }
  // A policy violation would have been logged to the console.
  expectCalm();
  await context.close();
  return found;
}

it(
  'shows every hostile text as plain text on every page that shows one',
  async () => {
    const found: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await signInAgain(portal, portal.admin, operator);
      await asOwner(portal.ownerUrl, 'delete from saved_views');
      await asOwner(portal.ownerUrl, 'delete from saved_replies');
      const fill = fillWith(round);
      const form = await fillShop(fill);
      const { customer, order, file, record, code } = await fillCustomer(fill, form);
      await fillDesk(fill, customer, order);
      counts.rounds += 1;
      found.push(
        ...(await walk(customer, [
          ...['/app', '/app/my-orders', `/app/my-orders/${order}`, '/app/my-files', `/app/my-files/${file}`],
          ...[
            '/app/sharing',
            '/app/notices',
            '/app/recharge-history',
            `/app/edit-nid/${record}`,
            '/app/profile',
          ],
          ...['/app/profile?tab=devices', '/app/profile?tab=trail', '/app/my-orders/new?service=AL'],
          '/app/my-orders/new?service=AB',
        ])),
        ...(await walk(portal.admin, [
          ...[
            '/admin',
            '/admin/dashboard',
            '/admin/orders',
            `/admin/orders/details/${order}`,
            '/admin/order-history',
          ],
          ...[
            '/admin/orders/replies',
            '/admin/users',
            `/admin/user/details/${customer.id}`,
            '/admin/users/activity',
          ],
          ...[`/admin/user/details/${customer.id}?tab=history`, '/admin/auto-services-history'],
          ...[
            '/admin/recharge-history',
            '/admin/notices',
            '/admin/services',
            '/admin/settings',
            '/admin/checkup',
          ],
          ...[`/admin/services/sub-types/${services.AB!.id}`, `/admin/services/forms/${services.AL!.id}`],
          ...['/admin/reports/sales', '/admin/first-steps', '/'],
        ])),
      );
      for (const path of ['/', '/login', `/verify/${code}`]) {
        const { bytes } = await portal.call('GET', path, { headers: { Accept: 'text/html' } });
        // A quoted attribute value stays one value only if quotes inside it are escaped.
        const tags =
          bytes
            .toString()
            .replace(/"[^"]*"/g, '""')
            .match(/<[^>]*\bdata-h\b[^>]*>/g) ?? [];
        found.push(...tags.map((tag) => `${path} as served: ${tag}`));
      }
    }
    Object.assign(counts, { faults: found.length });
    recordCounts('hostile texts', { ...counts, fields: Object.keys(kept).length });
    expect(found).toEqual([]);
    expect(Object.keys(kept).filter((field) => kept[field] === 0)).toEqual([]);
    expect(counts.shown).toBeGreaterThan(counts.rounds * 20);
  },
  120_000 + rounds * 60_000,
);

it('would detect a page that writes the texts without escaping', async () => {
  const { page } = await browsing.visit(portal.origin);
  await page.setContent(`<h1>careless</h1>${hostileTexts.slice(0, 16).join('\n')}`);
  const before = counts.pages;
  expect((await findFaults(page, 'careless')).length).toBeGreaterThan(10);
  counts.pages = before;
});
