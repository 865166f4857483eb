// No personal data stays outside the vault longer than necessary: planted values are searched for in every table, the log, the metrics and the stored
// files; the inventory is compared with the database; expired rows are deleted.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { PersonalTable } from '#server/platform/personal-data.ts';
import { removeOld } from '#server/privacy/erasure.queries.ts';
import { inventory } from '#server/privacy/personal-data.ts';
import { asOwner } from '../../support/database.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import {
  birthCalls,
  typed as birthRecord,
  answer as captchaAnswer,
  invented,
} from '../documents/birth-steps.ts';
import { fixture, nidCalls, record } from '../documents/nid-steps.ts';
import { findInTables } from '../platform/table-dump.ts';
import { dataForm, orderBody, servicesByCode } from '../steps.ts';
import { agingRows } from './aging-rows.ts';

const lines: string[] = [];
let storeFails = false;
const portal = usePortal(
  { LOG_LEVEL: 'debug', CAPTCHA_ANSWER: captchaAnswer },
  {
    storage: (part) => ({
      ...part,
      async get(key) {
        if (storeFails) throw new Error(`cannot read ${plants.nid}\n${plants.father}`);
        return part.get(key);
      },
    }),
  },
  { write: (line) => void lines.push(line) },
);

const plants = {
  number: '88776655443322110',
  ten: '9182736455',
  seventeen: '19951234567890123',
  nid: '7766554433221',
  pin: '19887766554433221',
  birth: '19959700009876543',
  registration: '20019700009876543',
  father: 'গোপন পিতার নাম',
  mother: 'গোপন মাতার নাম',
  address: 'গোপন বাড়ি, লুকানো গ্রাম',
  result: 'গোপন ফলাফল ৯৮৭৬৫',
  sharePin: '739184',
  password: 'planted-password-58',
  code: '582913',
  search: 'গোপনখোঁজ',
  token: 'plantedtoken0123456789abcdefghijklmnopqrstu',
  key: 'planted key 5544332211887',
} as const;
const secrets = Object.values(plants);
const keyed = { 'Idempotency-Key': plants.key };

let customer: Person;
let orderId: number;

/** Requests that customers and staff really make, each with the planted key. */
async function doEverything(): Promise<void> {
  const nid = nidCalls(portal);
  const services = await servicesByCode(portal);
  customer = await nid.richCustomer('3000');
  const as =
    (person: Person) =>
    (method: string, path: string, body?: unknown, key = '') =>
      portal.call(method, path, {
        token: person.token,
        body,
        headers: { 'Idempotency-Key': `${plants.key} ${key || path}` },
      });
  const mine = as(customer);
  const staff = as(portal.admin);
  const people = { father_name: plants.father, mother_name: plants.mother };
  const made = await mine('POST', '/account/nid-details/', {
    ...{ ...record, ...people, national_id: plants.nid, pin: plants.pin, address_for_nid: plants.address },
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const again = await mine('PATCH', `/account/nid-details/${made.body.data.id}/`, {
    birth_place: plants.address,
  });
  expect(again.status).toBe(200);
  expect((await nid.upload(customer, fixture('s01-l1-chromium-notosans.pdf'))).status).toBe(200);
  const server = await mine('POST', '/account/create-sign-to-server/', {
    ...{
      name_bn: 'সালমা',
      name_en: 'Salma',
      nid_number: plants.nid,
      pin_number: plants.pin,
      form_number: plants.number,
    },
    ...{
      mobile_number: '01712345678',
      ...people,
      education_qualification: 'স্নাতক',
      birthplace: plants.address,
    },
    ...{
      birth_date: '1995-03-15',
      gender: 'female',
      present_address: plants.address,
      permanent_address: plants.address,
    },
  });
  expect(server.status, JSON.stringify(server.body)).toBe(201);
  const birth = await mine('POST', '/account/new-birth-certificate/', {
    ...{ ...birthRecord, birth_certificate_no: plants.birth, birth_registration_number: plants.registration },
    ...{ father_name_bn: plants.father, mother_name_bn: plants.mother, permanent_address: plants.address },
  });
  expect(birth.status, JSON.stringify(birth.body)).toBe(201);
  const someone = invented(2);
  await birthCalls(portal).lookUp(customer, someone.birthCertificateNo, someone.dateOfBirth);
  await mine('POST', '/account/server-copy-unofficial/', {
    nid: someone.nid,
    date_of_birth: someone.dateOfBirth,
  });
  await mine('POST', '/account/extract-tin-data/', { tin_number: someone.tin });

  const order = await mine('POST', '/account/orders/', {
    ...orderBody(services.AB!),
    nid_or_form_num_or_for_biometric_or_location: plants.number,
  });
  expect(order.status, JSON.stringify(order.body)).toBe(201);
  orderId = order.body.id;
  const pair = await mine(
    'POST',
    '/account/orders/',
    { ...orderBody(services.AD!), ten_or_seventeen_digit_nid: `${plants.ten} ও ${plants.seventeen}` },
    'pair',
  );
  expect(pair.status, JSON.stringify(pair.body)).toBe(201);
  const complete = await portal.call('PATCH', `/account/orders/${orderId}/`, {
    token: portal.admin.token,
    form: dataForm({ status: 'completed', text_content: plants.result }),
    headers: { 'Idempotency-Key': `${plants.key} complete` },
  });
  expect(complete.status, JSON.stringify(complete.body)).toBe(200);
  await staff('GET', `/account/orders/${orderId}/number/`);
  await mine('POST', `/account/orders/${pair.body.id}/cancel/`);

  const { body: files } = await portal.call('GET', '/account/myfile/', { token: customer.token });
  const shares = `/account/myfile/${files.results[0]!.id}/shares/`;
  const share = await mine('POST', shares, { pin: plants.sharePin });
  expect(share.status, JSON.stringify(share.body)).toBe(201);
  await portal.call('POST', `${new URL(share.body.url).pathname}/viewings/`, {
    body: { pin: plants.sharePin },
  });
}

const plantedBy: readonly (readonly [RegExp, string])[] = [
  [/password/, plants.password],
  [/^(pin|code)$/, plants.code],
  [/token|refresh|challenge|captcha/, plants.token],
  [/search|^q$/, plants.search],
  [/father/, plants.father],
  [/mother/, plants.mother],
  [/address|place|location/, plants.address],
  [/date/, '1995-03-15'],
  [/nid|tin|number|_no$|certificate|mobile/, plants.number],
];

/** A value for every property that a schema names, planted where it could be personal. */
function fill(schema: z.ZodType | undefined): Record<string, unknown> | undefined {
  if (!schema) return undefined;
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, { enum?: unknown[] }>;
  };
  return Object.fromEntries(
    Object.entries(json.properties ?? {}).map(([name, property]) => [
      name,
      property.enum?.[0] ?? plantedBy.find(([pattern]) => pattern.test(name))?.[1] ?? 'x',
    ]),
  );
}

/** Sends every declared request anonymously, as a customer and as the owner, for records that do not exist. */
async function callEverything(): Promise<number> {
  let calls = 0;
  const other = await portal.customer();
  for (const endpoint of Object.values(endpoints) as Endpoint[]) {
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
      name === 'id' ? '999999' : plants.token,
    );
    const query = new URLSearchParams(fill(endpoint.query) as Record<string, string> | undefined).toString();
    for (const token of [undefined, other.token, portal.admin.token]) {
      // A sign-out would end the session needed for the next request.
      if (path === '/token/logout/' && token) continue;
      const method = endpoint.methods[0]!;
      const body = method === 'GET' ? undefined : (fill(endpoint.body) ?? {});
      const answer = await portal.call(method, `${path}${query ? `?${query}` : ''}`, {
        token,
        body,
        headers: keyed,
      });
      expect(answer.status, `${method} ${path}`).toBeLessThan(500);
      calls += 1;
    }
  }
  return calls;
}

describe('planted values', () => {
  beforeAll(async () => {
    await doEverything();
  }, 120_000);

  it('appear in no table, log line, metric or stored file after requests to every endpoint', async () => {
    expect(await callEverything()).toBeGreaterThan(Object.keys(endpoints).length * 2);
    expect(await findInTables(portal, secrets)).toEqual([]);
    const { body: files } = await portal.call('GET', '/account/myfile/', { token: customer.token });
    storeFails = true;
    expect((await portal.call('GET', files.results[0]!.open_path, { token: customer.token })).status).toBe(
      500,
    );
    storeFails = false;
    const { bytes: metrics } = await portal.call('GET', '/metrics/');
    const folder = join(portal.dataDir, 'files');
    const stored = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(
        (entry) => `${entry.name}\n${readFileSync(join(entry.parentPath, entry.name)).toString('latin1')}`,
      );
    expect(stored.length).toBeGreaterThan(3);
    const written = { log: lines.join(''), metrics: metrics.toString(), files: stored.join('\n') };
    expect(written.log).toContain('unexpected error');
    for (const [where, text] of Object.entries(written))
      for (const secret of secrets) {
        const inLatin = Buffer.from(secret).toString('latin1');
        // Six digits may occur within a longer number, such as bytes of memory.
        const isThere = /^\d{6}$/.test(secret)
          ? new RegExp(`(?<![\\d.])${secret}(?!\\d)`).test(text)
          : text.includes(secret) || text.includes(inLatin);
        expect(isThere, `${secret} in ${where}`).toBe(false);
      }
  }, 180_000);

  it('would be found where they were planted', async () => {
    await asOwner(
      portal.ownerUrl,
      `insert into saved_replies (kind, title, body, created_by) values ('note', $1, 'x', 1)`,
      [plants.father],
    );
    expect(await findInTables(portal, secrets)).toEqual([`${plants.father} in saved_replies`]);
    await asOwner(portal.ownerUrl, 'delete from saved_replies where title = $1', [plants.father]);
  });

  it('are returned again for their key, although only ids are stored', async () => {
    const services = await servicesByCode(portal);
    const again = await portal.call('POST', '/account/orders/', {
      token: customer.token,
      body: { ...orderBody(services.AB!), nid_or_form_num_or_for_biometric_or_location: plants.number },
      headers: { 'Idempotency-Key': `${plants.key} /account/orders/` },
    });
    expect([again.status, again.body.id]).toEqual([201, orderId]);
    expect(again.body.nid_or_form_num_or_for_biometric_or_location).toBe(plants.number);
    const kept = await asOwner<{ body: object }>(
      portal.ownerUrl,
      `select body from idempotency_keys where user_id = $1 and body ? 'id' order by created_at`,
      [customer.id],
    );
    expect(kept.map(({ body }) => body)).toContainEqual({ id: orderId });
  });
});

describe('the inventory', () => {
  const columnsOf = () =>
    asOwner<{ table_name: string; column_name: string; udt_name: string }>(
      portal.ownerUrl,
      `select c.table_name, c.column_name, c.udt_name from information_schema.columns c
         join information_schema.tables t using (table_schema, table_name)
        where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
  const holdsText = new Set(['text', 'bytea', 'jsonb', 'json', '_text', '_bytea', 'date', 'inet', 'varchar']);
  const placedIn = ({ erasure, other }: PersonalTable) => [
    ...other,
    ...(erasure?.act === 'blank' ? Object.keys(erasure.columns) : []),
    ...(erasure?.act === 'elsewhere' || erasure?.act === 'call' ? erasure.columns : []),
  ];
  const unplaced = (columns: Awaited<ReturnType<typeof columnsOf>>) =>
    columns
      .filter(({ udt_name }) => holdsText.has(udt_name))
      .filter(({ table_name, column_name }) => {
        const plan = inventory.get(table_name);
        return !plan || !placedIn(plan).includes(column_name);
      })
      .map(({ table_name, column_name }) => `${table_name}.${column_name}`);

  it('lists every column that can hold personal data, once, and none that does not exist', async () => {
    const columns = await columnsOf();
    expect(unplaced(columns), 'place each under `erasure` or `other` in its *.personal.ts').toEqual([]);
    const known = new Set(columns.map(({ table_name, column_name }) => `${table_name}.${column_name}`));
    for (const [table, plan] of inventory) {
      const placed = placedIn(plan);
      expect(new Set(placed).size, table).toBe(placed.length);
      for (const column of placed) expect(known.has(`${table}.${column}`), `${table}.${column}`).toBe(true);
    }
    expect(new Set(inventory.keys())).toEqual(new Set(columns.map(({ table_name }) => table_name)));
  });

  it('removes rows that point to others before those', async () => {
    const keys = await asOwner<{ from: string; to: string }>(
      portal.ownerUrl,
      `select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint
        where contype = 'f' and confdeltype = 'a' and conrelid <> confrelid`,
    );
    const removed = [...inventory].flatMap(([table, { erasure }]) =>
      erasure?.act === 'remove' ? [table] : [],
    );
    const wrong = (order: string[]) =>
      keys.filter(
        ({ from, to }) =>
          order.includes(from) && order.indexOf(to) < order.indexOf(from) && order.includes(to),
      );
    expect(wrong(removed)).toEqual([]);
    expect(wrong([...removed].reverse())).toEqual([{ from: 'tin_purchases', to: 'document_records' }]);
  });

  it('would catch a new column and a new table', async () => {
    const more = [
      { table_name: 'orders', column_name: 'nickname', udt_name: 'text' },
      { table_name: 'diaries', column_name: 'page', udt_name: 'bytea' },
    ];
    expect(unplaced([...(await columnsOf()), ...more])).toEqual(['orders.nickname', 'diaries.page']);
  });
});

describe('the retention time', () => {
  it('removes old rows of each table that has one, and no newer ones', async () => {
    const person = await portal.customer();
    const { id } = person;
    const add = (statement: string, values: unknown[] = []) =>
      asOwner<{ rows: number }>(portal.ownerUrl, statement, values);
    const countRows = async () => {
      const counts: Record<string, number> = {};
      for (const [table, { whose }] of Object.entries(agingRows)) {
        const [row] = await add(`select count(*)::int as rows from ${table} where ${whose}`, [id]);
        counts[table] = row!.rows;
      }
      return counts;
    };
    const before = await countRows();
    for (const { insert, ages } of Object.values(agingRows))
      for (const age of ages) await add(insert, [id, age]);
    // More than are removed at once.
    await add(
      `insert into idempotency_keys (user_id, key, request_hash, status, body, created_at)
       select $1, 'many ' || n, '', 200, '{}', now() - interval '3 days' from generate_series(1, 4100) n`,
      [id],
    );
    // The portal's own job may run first: only what is left is checked.
    await removeOld(portal.db);
    const after = await countRows();
    for (const [table, rows] of Object.entries(before)) expect(after[table], table).toBe(rows + 1);
  });

  it('is tested with rows of each table that has one', () => {
    const findUntried = (tables: typeof inventory) =>
      [...tables].filter(([table, { life }]) => 'go' in life && !agingRows[table]).map(([table]) => table);
    expect(findUntried(inventory), 'plant an old and a young row of each in aging-rows.ts').toEqual([]);
    const life = { go: 'true', when: 'planted' };
    expect(findUntried(new Map([...inventory, ['diaries', { other: [], life }]]))).toEqual(['diaries']);
    for (const table of Object.keys(agingRows))
      expect(inventory.get(table)?.life, table).toHaveProperty('go');
  });

  it('is stated for every table', () => {
    for (const [table, { life }] of inventory) {
      const said = 'stay' in life ? life.stay : life.when;
      expect(said.length, table).toBeGreaterThan(5);
    }
  });
});
