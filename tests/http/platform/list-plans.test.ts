// Query plans of lists: each list is requested in a filled shop with every declared filter, and each statement that the portal runs for it is
// explained. A list that reads a whole table is fast in a small shop and slow in a large one.
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
/** Smaller tables are read whole, regardless of indexes. */
const fewRows = 1_000;
/** Maximum rows that a page, its searches and its totals may read from one table, by list. */
const maxRows: Record<string, number> = {
  // For a name shared by more than a hundred people, the newest 20,000 recharges are searched (decision 0022).
  transactions: 21_000,
  others: 5_500,
};

/** Maximum non-matching rows that a search may read, of hundreds that contain both words. */
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
  // Jobs would change the data that the shop is filled with.
  await holdJobs(portal);
  await fillShop(portal.ownerUrl, portal.dataDir, size);
  await closeAllDays(portal.ownerUrl);
  owner = new pg.Client({ connectionString: portal.ownerUrl });
  await owner.connect();
  // In a run of more than a minute autovacuum would change the statistics between two tests.
  await owner.query(`do $$ declare name text; begin
    for name in select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
      execute format('alter table %I set (autovacuum_enabled = off)', name);
    end loop;
  end $$`);
  // Pages written last are not yet marked all-visible, so index-only scans read the table too.
  await owner.query('update pg_class set relallvisible = 0 where relnamespace = $1::regnamespace', [
    'public',
  ]);
  // A parallel worker, which releases before 18 plan here, reads some hundred rows more before it is stopped.
  await owner.query('set max_parallel_workers_per_gather = 0');
  // Disables the methods that cost most in a larger shop.
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

/** Collects the statements that the portal sends to its database while `work` runs. */
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

/** Tables of which the generic plan of a statement reads many rows, with the number of rows. */
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

/** Tables of which a statement reads many rows, with the number of rows. */
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

/** Queries for the plain list and for each value of each filter, with the required parameters. */
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

/** Statements that occur in both of two identical requests, which excludes those of the portal's jobs. */
async function statementsOfCall(address: string): Promise<readonly Statement[]> {
  const ask = async () => {
    const { status } = await portal.call('GET', address, { token: portal.admin.token });
    if (status !== 200 && status !== 404) throw new Error(`${address} answered ${status}`);
  };
  const first = new Set((await statementsOf(ask)).map(({ text }) => text));
  return (await statementsOf(ask)).filter(({ text }) => first.has(text));
}

describe('a list in a large shop', () => {
  it.each(lists)('%s reads few rows with any filter', async (name, { path, query }) => {
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

  it.each(values.account!)('%s of a year reads only what a page needs, on any page', async (account) => {
    const from = dhakaDay(new Date(Date.now() - 364 * 86_400_000));
    const path = `/account/admin/movements/account/?account=${account}&from=${from}&to=${day}&page_size=20`;
    for (const page of [1, 40]) {
      const statements = await statementsOfCall(`${path}&page=${page}`);
      for (const statement of statements)
        expect(await largeReads(statement, maxRows.others!), statement.text).toEqual([]);
    }
  });

  it('of all accounts sums only the open days', async () => {
    const statements = await statementsOfCall(`/account/admin/movements/accounts/?from=2026-01-01&to=${day}`);
    for (const statement of statements) expect(await largeReads(statement, maxRows.others!)).toEqual([]);
  });

  it('would be detected if it read a whole table', async () => {
    const whole = 'select count(*) from orders where note like $1';
    // The portal's jobs may run statements meanwhile.
    const asked = await statementsOf(() => asOwner(portal.ownerUrl, whole, ['%x%']));
    const statement = asked.find(({ text }) => text === whole);
    expect(await largeReads(statement!, maxRows.others!)).toEqual([`orders: ${size.orders} rows`]);
  });
});

describe('a search for two words', () => {
  it.each(['orders', 'myfile'])('of %s reads no rows that contain them apart', async (list) => {
    // Many names contain both words, but none has them next to each other.
    const search = encodeURIComponent('মোঃ চৌধুরী');
    const statements = await statementsOfCall(`/account/${list}/?page_size=10&search=${search}`);
    expect(statements.some(({ text }) => text.includes('fold_text'))).toBe(true);
    for (const statement of statements) expect(await largeReads(statement, fewApart)).toEqual([]);
  });
});

describe('a search for people', () => {
  it('uses the same statements regardless of the number of matches, because only a limited number is cached', async () => {
    const textsOf = async (search: string) =>
      (await statementsOfCall(`/account/users/?page_size=5&search=${search}`)).map(({ text }) => text);
    const many = await textsOf('shop77');
    expect(many.some((text) => text.includes('search_text'))).toBe(true);
    expect(await textsOf('shop777')).toEqual(many);
  });

  it.each(['', '&sort=balance'])('reads no rows for an unknown name%s', async (sort) => {
    // The page is so small that a scan from the newest looks cheap to the planner.
    const search = encodeURIComponent('অচেনাজন');
    const statements = await statementsOfCall(`/account/users/?page_size=2&search=${search}${sort}`);
    expect(statements.some(({ text }) => text.includes('fold_text'))).toBe(true);
    for (const statement of statements) expect(await largeReads(statement, fewApart)).toEqual([]);
  });
});

describe('a search for a word that many orders and people have', () => {
  it('reads only the newest orders and their customers', async () => {
    // After the first request the word is known to be common.
    const statements = await statementsOfCall(
      `/account/orders/?page_size=10&search=${encodeURIComponent('মোঃ')}`,
    );
    for (const statement of statements) expect(await largeReads(statement, 1_000)).toEqual([]);
  });

  it('looks up no customer if no customer has the name', async () => {
    await asOwner(portal.ownerUrl, `update orders set name = 'অজানাজন' where id % 9 = 0`);
    const search = encodeURIComponent('জানাজ');
    const statements = await statementsOfCall(`/account/orders/?page_size=10&search=${search}`);
    expect(statements.some(({ text }) => text.includes('fold_text'))).toBe(true);
    const reads = await Promise.all(statements.map((statement) => largeReads(statement, fewApart)));
    expect(reads.flat().filter((read) => read.startsWith('users'))).toEqual([]);
  });

  it('does not search the newest orders again after a vain attempt', async () => {
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

describe('an incremental audit', () => {
  it('reads only the orders of customers whose money moved', async () => {
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
    // The portal runs other statements now and then.
    const rules = statements.filter(({ text }) => text.includes('"where"'));
    expect(rules).toHaveLength(orderRules.length);
    for (const rule of rules) expect(await largeReads(rule, maxRows.others!)).toEqual([]);
  });
});

describe('a finding of an audit', () => {
  it('leads to its wallet without reading all orders or postings', async () => {
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
  it('is placed and completed with few rows read', async () => {
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
