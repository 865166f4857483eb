// How the database finds what lists show: each list is asked for in a filled shop as its declaration allows, and each statement that the portal
// runs for it is explained. A list that reads a table from end to end is quick in a small shop and slow in a large one.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { dhakaDay } from '#contract/dates/dates.ts';
import { endpoints } from '#contract/endpoints.ts';
import { settingKeys } from '#contract/settings/rules.ts';
import { orderRules } from '#server/orders/orders.audit.ts';
import { findOwner } from '#server/reports/books.queries.ts';
import { closeAllDays, fillShop } from '../../../scripts/large-shop.ts';
import { asOwner } from '../../support/database.ts';
import { holdJobs } from '../../support/held-jobs.ts';
import { usePortal } from '../../support/portal.ts';
import { dataForm, placeOrder, servicesByCode } from '../steps.ts';

const size = { users: 8_000, orders: 16_000, entries: 90_000, files: 12_000, acts: 12_000 };
/** Tables of fewer rows are read whole, whatever the indexes. */
const fewRows = 1_000;
/** What a page, its searches and its totals may look at in one table, by list. */
const maxRows: Record<string, number> = {
  // Of a word that more than a hundred people bear, the newest 20,000 recharges are looked through (decision 0022).
  transactions: 21_000,
  others: 5_500,
};

/** What a search may read in vain, of hundreds of rows that have both of its words. */
const fewApart = 50;

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Plan Rows': number;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly Plan[];
}

const nodesOf = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

const rowsRead = (node: Plan) =>
  node['Actual Loops'] *
  (node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0));

const portal = usePortal();
let owner: pg.Client;
let large: ReadonlySet<string>;

beforeAll(async () => {
  // Jobs would work on what the shop is filled with.
  await holdJobs(portal);
  await fillShop(portal.ownerUrl, portal.dataDir, size);
  await closeAllDays(portal.ownerUrl);
  owner = new pg.Client({ connectionString: portal.ownerUrl });
  await owner.connect();
  // Where the tests take more than a minute it would change what the plans go by between two of them.
  await owner.query(`do $$ declare name text; begin
    for name in select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
      execute format('alter table %I set (autovacuum_enabled = off)', name);
    end loop;
  end $$`);
  // What was written last is not yet known to be visible to all, and read in the table whatever the index says.
  await owner.query('update pg_class set relallvisible = 0 where relnamespace = $1::regnamespace', [
    'public',
  ]);
  // A second process, which releases before 18 plan here, reads some hundred rows more until it hears that there are enough.
  await owner.query('set max_parallel_workers_per_gather = 0');
  // In a larger shop they are what costs most.
  for (const way of ['seqscan', 'hashjoin', 'mergejoin']) await owner.query(`set enable_${way} = off`);
  const { rows } = await owner.query(
    'select relname from pg_class where relnamespace = $1::regnamespace and reltuples > $2',
    ['public', fewRows],
  );
  large = new Set(rows.map(({ relname }) => relname));
}, 120_000);
afterAll(() => owner.end());

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What the portal asks its database for while `work` runs. */
async function statementsOf(work: () => Promise<unknown>): Promise<readonly Statement[]> {
  const asked: Statement[] = [];
  const query = pg.Client.prototype.query;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first, values] = given as [string | Partial<Statement>, unknown];
    const text = typeof first === 'string' ? first : first.text;
    const bound = typeof first === 'string' ? values : (first.values ?? values);
    if (text && this !== owner) asked.push({ text, values: Array.isArray(bound) ? bound : [] });
    return (query as (...args: unknown[]) => unknown).apply(this, given);
  } as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return asked.filter(({ text }) => /^\s*(select|with)\b/i.test(text));
}

/** Tables of which a statement is planned to read much, with how many rows, whatever its values. */
async function plannedReads({ text, values }: Statement): Promise<string[]> {
  await owner.query(`prepare planned as ${text}`);
  const { rows } = await owner.query(
    `explain (format json) execute planned${values.length === 0 ? '' : `(${values.map(() => 'null').join()})`}`,
  );
  await owner.query('deallocate planned');
  return nodesOf(rows[0]['QUERY PLAN'][0].Plan)
    .filter((node) => large.has(node['Relation Name'] ?? '') && node['Plan Rows'] > fewRows / 10)
    .map((node) => `${node['Relation Name']}: ${node['Plan Rows']} rows`);
}

/** Tables that a statement reads much of, with how many rows. */
async function largeReads({ text, values }: Statement, most: number): Promise<string[]> {
  const { rows } = await owner.query(`explain (analyze, format json) ${text}`, [...values]);
  const read = new Map<string, number>();
  for (const node of nodesOf(rows[0]['QUERY PLAN'][0].Plan)) {
    const table = node['Relation Name'];
    if (table && large.has(table)) read.set(table, (read.get(table) ?? 0) + rowsRead(node));
  }
  return [...read].filter(([, count]) => count > most).map(([table, count]) => `${table}: ${count} rows`);
}

const day = dhakaDay(new Date());
const values: Record<string, readonly string[]> = {
  search: ['রফিকুল', 'ফিকু', 'shop77@mail.test', '7919', '7000007919', 'অচেনাজন'],
  user: ['77'],
  operator: ['1'],
  tag: ['1'],
  service: ['2'],
  from: [day],
  to: [day],
  day: [day],
  account: ['revenue', 'admin_cash', 'bonus_expense', 'clearing:sandbox', 'opening', 'wallets', 'wallet:77'],
  page: ['3'],
};

const valuesOf = (name: string, field: z.ZodType): readonly string[] => {
  let inner = field as z.ZodType & { def: { innerType?: z.ZodType }; options?: readonly string[] };
  while (inner.def.innerType) inner = inner.def.innerType as typeof inner;
  return values[name] ?? inner.options ?? [];
};

/** The plain list, then one call for each value of each filter; what must be given always is. */
function* queriesOf({ shape }: z.ZodObject): Generator<string> {
  const fields = Object.entries(shape) as [string, z.ZodType][];
  const given = fields
    .filter(([, field]) => !field.safeParse(undefined).success)
    .map(([name, field]) => [name, valuesOf(name, field)[0]!]);
  yield new URLSearchParams(given).toString();
  for (const [name, field] of fields)
    if (name !== 'page_size' && name !== 'id')
      for (const value of valuesOf(name, field))
        yield new URLSearchParams({ ...Object.fromEntries(given), [name]: value }).toString();
}

interface Declared {
  readonly methods: readonly string[];
  readonly path: string;
  readonly query?: z.ZodObject;
}

const lists = Object.entries<Declared>(endpoints).filter(
  ([, { methods, query }]) => methods.includes('GET') && query && 'page' in query.shape,
);

/** What both of two equal calls ask for: jobs of the portal have their own statements. */
async function statementsOfCall(address: string): Promise<readonly Statement[]> {
  const ask = async () => {
    const { status } = await portal.call('GET', address, { token: portal.admin.token });
    if (status !== 200 && status !== 404) throw new Error(`${address} answered ${status}`);
  };
  const first = new Set((await statementsOf(ask)).map(({ text }) => text));
  return (await statementsOf(ask)).filter(({ text }) => first.has(text));
}

describe('a list in a large shop', () => {
  it.each(lists)('%s looks at few rows, whatever it is asked for', async (name, { path, query }) => {
    const slow: string[] = [];
    for (const asked of queriesOf(query!)) {
      const address = `${path.replace(':id', '77').replace(':key', settingKeys[0])}?page_size=10&${asked}`;
      const statements = await statementsOfCall(address);
      expect(statements.length).toBeGreaterThan(0);
      for (const statement of statements)
        for (const found of await largeReads(statement, maxRows[name] ?? maxRows.others!))
          slow.push(`${asked} reads of ${found}: ${statement.text.replaceAll(/\s+/g, ' ').slice(0, 400)}`);
    }
    expect(slow).toEqual([]);
  });

  it.each(values.account!)('%s of a year, at any page, adds up only what a page needs', async (account) => {
    const from = dhakaDay(new Date(Date.now() - 364 * 86_400_000));
    const path = `/account/admin/movements/account/?account=${account}&from=${from}&to=${day}&page_size=20`;
    for (const page of [1, 40]) {
      const statements = await statementsOfCall(`${path}&page=${page}`);
      for (const statement of statements)
        expect(await largeReads(statement, maxRows.others!), statement.text).toEqual([]);
    }
  });

  it('of all accounts adds up the open days alone', async () => {
    const statements = await statementsOfCall(`/account/admin/movements/accounts/?from=2026-01-01&to=${day}`);
    for (const statement of statements) expect(await largeReads(statement, maxRows.others!)).toEqual([]);
  });

  it('is seen when it reads a whole table', async () => {
    const whole = 'select count(*) from orders where note like $1';
    // The portal's jobs may ask something meanwhile.
    const asked = await statementsOf(() => asOwner(portal.ownerUrl, whole, ['%x%']));
    const statement = asked.find(({ text }) => text === whole);
    expect(await largeReads(statement!, maxRows.others!)).toEqual([`orders: ${size.orders} rows`]);
  });
});

describe('a search for two words', () => {
  it.each(['orders', 'myfile'])('of %s reads no row that has them apart', async (list) => {
    // Many names have both words, none has them beside each other.
    const search = encodeURIComponent('মোঃ চৌধুরী');
    const statements = await statementsOfCall(`/account/${list}/?page_size=10&search=${search}`);
    expect(statements.some(({ text }) => text.includes('fold_text'))).toBe(true);
    for (const statement of statements) expect(await largeReads(statement, fewApart)).toEqual([]);
  });
});

describe('a search for people', () => {
  it('asks the same of the database however many it finds: each text is kept, and of few there is room', async () => {
    const textsOf = async (search: string) =>
      (await statementsOfCall(`/account/users/?page_size=5&search=${search}`)).map(({ text }) => text);
    const many = await textsOf('shop77');
    expect(many.some((text) => text.includes('search_text'))).toBe(true);
    expect(await textsOf('shop777')).toEqual(many);
  });

  it.each(['', '&sort=balance'])('looks at none where nobody is called so%s', async (sort) => {
    // So few a page that walking from the newest promises to be quick.
    const search = encodeURIComponent('অচেনাজন');
    const statements = await statementsOfCall(`/account/users/?page_size=2&search=${search}${sort}`);
    expect(statements.some(({ text }) => text.includes('fold_text'))).toBe(true);
    for (const statement of statements) expect(await largeReads(statement, fewApart)).toEqual([]);
  });
});

describe('a search for a word that many orders and people have', () => {
  it('looks at the newest orders and their customers alone', async () => {
    // After the first call it is known to be common.
    const statements = await statementsOfCall(
      `/account/orders/?page_size=10&search=${encodeURIComponent('মোঃ')}`,
    );
    for (const statement of statements) expect(await largeReads(statement, 1_000)).toEqual([]);
  });

  it('looks up no customer when no customer bears it', async () => {
    await asOwner(portal.ownerUrl, `update orders set name = 'অজানাজন' where id % 9 = 0`);
    const search = encodeURIComponent('জানাজ');
    const statements = await statementsOfCall(`/account/orders/?page_size=10&search=${search}`);
    expect(statements.some(({ text }) => text.includes('fold_text'))).toBe(true);
    const reads = await Promise.all(statements.map((statement) => largeReads(statement, fewApart)));
    expect(reads.flat().filter((read) => read.startsWith('users'))).toEqual([]);
  });

  it('does not look at the newest orders a second time in vain', async () => {
    await asOwner(portal.ownerUrl, `update users set last_name = 'পুরনোজন' where id % 8 = 0`);
    await asOwner(
      portal.ownerUrl,
      `update orders set customer_id = (select max(id) from users where id % 8 = 1) where id in
         (select id from orders order by created_on desc, id desc limit 2000) and customer_id % 8 = 0`,
    );
    const path = `/account/orders/?page_size=10&search=${encodeURIComponent('নোজন')}`;
    const first = await statementsOf(() => portal.call('GET', path, { token: portal.admin.token }));
    const again = await statementsOf(() => portal.call('GET', path, { token: portal.admin.token }));
    const probes = (statements: readonly Statement[]) =>
      statements.filter(({ text }) => /limit \d+\) as "orders"/.test(text)).length;
    expect(probes(first)).toBe(1);
    expect(probes(again)).toBe(0);
  });
});

describe('an audit of what moved since the last one', () => {
  it('looks only at the orders of those whose money moved', async () => {
    const [before] = await asOwner<{ xact: string }>(
      portal.ownerUrl,
      'select pg_current_xact_id()::text as xact',
    );
    const customer = await portal.customer();
    await portal.topUp(customer, '5000.00');
    await placeOrder(portal, customer, (await servicesByCode(portal)).AB!);
    const statements = await statementsOf(async () => {
      for (const rule of orderRules) expect(await rule.find(portal.db, before!.xact), rule.rule).toEqual([]);
    });
    // The portal asks for something now and then by itself.
    const rules = statements.filter(({ text }) => text.includes('"where"'));
    expect(rules).toHaveLength(orderRules.length);
    for (const rule of rules) expect(await largeReads(rule, maxRows.others!)).toEqual([]);
  });
});

describe('a finding of an audit', () => {
  it('leads to its wallet without a look at all orders or postings', async () => {
    const { rows } = await owner.query('select id, customer_id, hold_id from orders limit 1');
    const [{ id, customer_id: customer, hold_id: hold }] = rows;
    const statements = await statementsOf(async () => {
      expect(await findOwner(portal.db, 'order', String(id))).toBe(customer);
      expect(await findOwner(portal.db, 'transfer', hold)).toBe(customer);
    });
    const searches = statements.filter(({ text }) => text.includes('_id as id from'));
    expect(searches).toHaveLength(2);
    for (const search of searches) expect(await largeReads(search, 1)).toEqual([]);
  });
});

describe('an order in a large shop', () => {
  it('is placed and completed by looking at few rows', async () => {
    await owner.query('reset all');
    await owner.query('set plan_cache_mode = force_generic_plan');
    const customer = await portal.customer();
    await portal.topUp(customer, '5000.00');
    const { AB } = await servicesByCode(portal);
    const statements = await statementsOf(async () => {
      const { id } = await placeOrder(portal, customer, AB!);
      const { status } = await portal.call('PATCH', `/account/orders/${id}/`, {
        token: portal.admin.token,
        form: dataForm({ status: 'completed', note: '', text_content: 'কাজ শেষ' }),
      });
      expect(status).toBe(200);
    });
    const posted = statements.filter(({ text }) => text.includes('ledger_post'));
    expect(posted.length).toBe(2);
    const read = statements.filter(({ text }) => text.includes('as wanted'));
    expect(read.length).toBe(1);
    for (const statement of [...posted, ...read]) expect(await plannedReads(statement)).toEqual([]);
  });
});
