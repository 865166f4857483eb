// A shop of many years, written by SQL without the portal: customers, orders, their money, files and acts, all mutually consistent, so that lists,
// searches and reports can be measured at size and the audit still finds nothing.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type pg from 'pg';
import { documentKindNames, documentKinds } from '#contract/documents/kinds.ts';
import { fileNumberPurpose as fileNumber } from '../src/server/files/files.personal.ts';
import { numberPurpose as orderNumber, textPurpose } from '../src/server/orders/orders.personal.ts';
import {
  connectClient,
  createDatabase,
  createPool,
  inTransaction,
} from '../src/server/platform/database/connect.ts';
import { loadOrCreateSecret } from '../src/server/platform/keys.ts';
import { createVault } from '../src/server/platform/vault.ts';
import { syntheticPeople } from '../src/server/registry/synthetic.ts';
import { closeNextDays } from '../src/server/reports/closed-days.queries.ts';

export interface ShopSize {
  users: number;
  orders: number;
  /** Minimum number of entries in the books; an order's charge makes two. */
  entries: number;
  files: number;
  acts: number;
}

const distinctNumbers = 2_000;
const pricePaisa = 15_000;
/** Rows per statement; more would only hold more memory. */
const portion = 100_000;

/** Seals numbers as the portal does; the same few thousand are reused. */
async function sealNumbers(client: pg.Client, dataDir: string): Promise<void> {
  const folder = join(dataDir, 'keys');
  const vault = createVault(
    new Map([[1, await loadOrCreateSecret(folder, 'master-key-1')]]),
    await loadOrCreateSecret(folder, 'index-secret'),
  );
  await client.query(`create temp table numbers (
    i integer primary key, of_order bytea, order_index bytea, of_file bytea, file_index bytea, last4 text)`);
  const numbers = Array.from({ length: distinctNumbers }, (_, i) => String(7_000_000_000 + i * 7_919));
  const column = <T>(make: (number: string) => T) => numbers.map(make);
  await client.query(
    `insert into numbers select row_number() over () - 1, * from unnest($1::bytea[], $2::bytea[], $3::bytea[], $4::bytea[], $5::text[])`,
    [
      column((number) => vault.sealText(number, orderNumber)),
      column((number) => vault.blindIndex(number, orderNumber)),
      column((number) => vault.sealText(number, fileNumber)),
      column((number) => vault.blindIndex(number, fileNumber)),
      column((number) => number.slice(-4)),
    ],
  );
  await client.query('create temp table texts as select $1::bytea as sealed', [
    vault.sealText('কাজ শেষ, স্লিপ সংযুক্ত', textPurpose),
  ]);
  await client.query('create temp table names (i integer primary key, bn text, en text)');
  await client.query(
    'insert into names select row_number() over () - 1, * from unnest($1::text[], $2::text[])',
    [syntheticPeople.map(({ nameBn }) => nameBn), syntheticPeople.map(({ nameEn }) => nameEn)],
  );
}

/** Runs an insert over `generate_series` in batches; `$1` and `$2` are the first and last number. */
async function runInBatches(client: pg.Client, count: number, statement: string, values: unknown[] = []) {
  for (let from = 1; from <= count; from += portion)
    await client.query(statement, [from, Math.min(count, from + portion - 1), ...values]);
}

const filled = ['users', 'ledger_transfers', 'orders', 'order_timeline', 'files', 'file_versions', 'trail'];

/** Indexes that enforce no rule are built once over all rows, which is many times faster than row by row. @returns a function that rebuilds them */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
      where indrelid::regclass::text = any($1) and not indisunique`,
    [filled],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

/**
 * Each customer has the same history, cut off at a different point: an opening amount, top-ups, then orders one after the other. Of ten orders one
 * is rejected, one cancelled, eight completed; the last one of every twentieth customer is still open.
 */
export async function fillShop(ownerUrl: string, dataDir: string, size: ShopSize): Promise<void> {
  const client = await connectClient(ownerUrl);
  try {
    await client.query('set session_replication_role = replica');
    await client.query('set synchronous_commit = off');
    await client.query(`set maintenance_work_mem = '1GB'`);
    // A portal that runs meanwhile must not close days that are still being written.
    await client.query(`select pg_advisory_lock(hashtext('close days'))`);
    const indexes = await dropIndexes(client);
    await sealNumbers(client, dataDir);
    const { rows } = await client.query('select coalesce(max(id), 0)::int as last from users');
    const before = rows[0].last as number;
    await runInBatches(
      client,
      size.users,
      `insert into users (id, username, email, first_name, last_name, phone, password_hash, p_code, date_joined) overriding system value
       select $3 + n, 'shop' || n || '@mail.test', 'shop' || n || '@mail.test', split_part(names.bn, ' ', 1),
              coalesce(nullif(split_part(names.bn, ' ', 2), ''), 'খাতুন'), '017' || lpad((n * 7919 % 100000000)::text, 8, '0'), '-', 'ABCDEF',
              now() - interval '1100 days' * (1 - n::float / $4)
         from generate_series($1::int, $2::int) n join names on names.i = n % 500`,
      [before, size.users],
    );
    const each = Math.ceil(size.orders / size.users);
    const customers = each === 0 ? 0 : Math.floor(size.orders / each);
    const recharges = Math.max(
      1,
      Math.ceil((size.entries - size.orders * 1.6) / 2 / Math.max(customers, 1)) - 1,
    );
    const opening = (each + 10) * pricePaisa;
    const topUp = 10_000;
    const history = [before, each, recharges, opening, topUp, pricePaisa];
    await client.query(`create temp table turns as
      select k, case k % 10 when 3 then 'rejected' when 7 then 'cancelled' else 'completed' end as status,
             (select count(*) from generate_series(1, k - 1) b where b % 10 not in (3, 7)) as captured_before
        from generate_series(1, ${each}) k`);
    // Transfer ids follow from customer and version, so that a capture can name its hold.
    await client.query(`create or replace function pg_temp.transfer_id(u integer, v integer) returns uuid language sql immutable as
      $$ select (lpad(to_hex(u), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(v), 12, '0'))::uuid $$`);
    await runInBatches(
      client,
      customers,
      `insert into ledger_transfers (id, kind, debit_account, credit_account, amount_paisa, ref, user_id, wallet_version, posted_after_paisa, held_after_paisa, created_at)
       select pg_temp.transfer_id(u, v), case v when 1 then 'opening' else 'recharge' end, case v when 1 then 'opening' else 'admin_cash' end,
              'wallet:' || u, case v when 1 then $6::bigint else $7 end, 'shop:' || u || ':' || v, u, v, $6 + $7 * (v - 1), 0,
              now() - interval '1100 days' + interval '700 days' * v / ($5 + 2) + (u * 7919 % 86400) * interval '1 second'
         from generate_series($1::int + $3, $2::int + $3) u, generate_series(1, 1 + $5::int) v, (select $4::int, $8::int) unused`,
      history,
    );
    // The moment of a customer's order within a turn; orders are written as time passes, as a shop's are.
    await client.query(`create temp table ranked as
      select u, row_number() over (order by u * 7919 % 10007, u)::int as r from generate_series(1 + ${before}, ${customers + before}) u`);
    await client.query('create index on ranked (r)');
    await client.query('analyze ranked');
    for (const { turn, from } of turnPortions(each, customers)) {
      const range = [from, Math.min(customers, from + portion - 1)];
      const bound = `(select u, k, ${turn * customers} + r as id, t.status, t.captured_before, 2 + $5::int + 2 * (k - 1) as v,
          case when k = $4::int and u % 20 = 0 then case when u % 60 = 0 then 'processing' else 'pending' end else t.status end as now_status,
          $6::bigint + $7::bigint * $5 - t.captured_before * $8::bigint as posted,
          now() - interval '380 days' * (1 - (k - 1 + u * 7919 % 10007 / 10007.0) / $4) - interval '4 hours' as at,
          u * 7919 % 7207 * interval '1 second' as waiting, u * 31 % 7129 * interval '1 second' as working
        from ranked cross join turns t where u > $3::int and r between $1::int and $2 and k = ${turn + 1} order by r) o`;
      // An audit meanwhile sees either all of a portion or nothing.
      await client.query('begin');
      await client.query(
        `insert into ledger_transfers (id, kind, debit_account, credit_account, amount_paisa, ref, user_id, wallet_version, posted_after_paisa, held_after_paisa, actor_id, created_at)
         select pg_temp.transfer_id(u, v), 'hold', 'wallet:' || u, 'revenue', $8, 'order:' || id || ':1', u, v, posted, $8, u, at from ${bound}`,
        [...range, ...history],
      );
      await client.query(
        `insert into ledger_transfers (id, kind, debit_account, credit_account, amount_paisa, ref, user_id, wallet_version, posted_after_paisa, held_after_paisa, hold_id, actor_id, created_at)
         select pg_temp.transfer_id(u, v + 1), case status when 'completed' then 'capture' else 'release' end,
                case status when 'completed' then 'wallet:' || u else 'revenue' end, case status when 'completed' then 'revenue' else 'wallet:' || u end,
                $8, 'order:' || id || ':1', u, v + 1, case status when 'completed' then posted - $8 else posted end, 0,
                pg_temp.transfer_id(u, v), u, at + interval '3 hours' from ${bound} where now_status = status`,
        [...range, ...history],
      );
      // Somebody has just worked on those that are taken: as forgotten ones they would return to the queue during a measurement.
      await client.query(
        `insert into orders (id, customer_id, service_id, sub_type_id, status, name, number_sealed, number_index, number_last4, note, price_paisa,
            hold_id, settled_by, operator_id, text_content_sealed, created_on, updated_on, taken_at, completed_at, due_on) overriding system value
         select o.id, u, s.service_id, s.id, now_status, names.bn || ' ' || k, of_order, order_index, last4, 'জরুরি কাজ ' || k, $8,
                pg_temp.transfer_id(u, v), case when now_status = o.status then pg_temp.transfer_id(u, v + 1) end,
                case when now_status <> 'pending' then 1 end, case when now_status = 'completed' then texts.sealed end,
                at, case now_status when 'processing' then now() else at + waiting + working end, case when now_status <> 'pending' then at + waiting end, case when now_status = 'completed' then at + waiting + working end, at + interval '3 hours'
           from ${bound} join numbers on numbers.i = (u * 31 + k) % ${distinctNumbers} join names on names.i = (u * 7 + k) % 500 cross join texts
           join (select id, service_id, row_number() over (order by id) - 1 as i, count(*) over () as many from sub_types) s on s.i = (u + k) % s.many
          where ($5, $6, $7) is not null order by o.id`,
        [...range, ...history],
      );
      await client.query(
        `insert into order_timeline (order_id, what, status, actor_id, at)
         select id, what, case what when 'create' then 'pending' else status end, case what when 'create' then customer_id else 1 end,
                case what when 'create' then created_on else updated_on end
           from orders, unnest(array['create', 'end']) what where id between $1::int and $2 and (what = 'create' or completed_at is not null)`,
        range.map((r) => r + turn * customers),
      );
      await client.query('commit');
    }
    await client.query('delete from order_counts');
    await client.query(
      `insert into order_counts (slot, service_id, pending, processing, completed, rejected, cancelled)
       select 0, service_id, count(*) filter (where status = 'pending'), count(*) filter (where status = 'processing'),
              count(*) filter (where status = 'completed'), count(*) filter (where status = 'rejected'), count(*) filter (where status = 'cancelled')
         from orders group by service_id`,
    );
    await client.query(
      `insert into wallets (user_id, version, posted_paisa, held_paisa)
       select u.id, coalesce(last.wallet_version, 0), coalesce(last.posted_after_paisa, 0), coalesce(last.held_after_paisa, 0)
         from users u left join lateral (select * from ledger_transfers t where t.user_id = u.id order by wallet_version desc limit 1) last on true
        where u.id > $1 on conflict do nothing`,
      [before],
    );
    await fillFiles(client, before, size);
    await client.query('delete from file_counts');
    await client.query('insert into file_counts (slot, files) select 0, count(*) from files');
    await runInBatches(
      client,
      size.acts,
      `insert into trail (at, kind, actor_id, subject_id, object_kind, object_id)
       select now() - interval '300 days' * (1 - n::float / $4), (array['document.made', 'file.opened', 'wallet.recharged', 'order.completed'])[1 + n % 4],
              1, $3 + 1 + n % $5, 'file', n::text from generate_series($1::int, $2::int) n`,
      [before, size.acts, size.users],
    );
    for (const [table, column] of [
      ['users', 'id'],
      ['orders', 'id'],
      ['files', 'id'],
    ] as const)
      await client.query(
        `select setval(pg_get_serial_sequence('${table}', '${column}'), (select max(${column}) from ${table}))`,
      );
    for (const definition of indexes) await client.query(definition);
    await client.query('set session_replication_role = origin');
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}

function* turnPortions(turns: number, customers: number) {
  for (let turn = 0; turn < turns; turn += 1)
    for (let from = 1; from <= customers; from += portion) yield { turn, from };
}

/** Closes all days, as the portal does each night. */
export async function closeAllDays(ownerUrl: string): Promise<void> {
  const db = createDatabase(createPool(ownerUrl, 1));
  try {
    while ((await inTransaction(db, closeNextDays)) > 0);
  } finally {
    await db.destroy();
  }
}

async function fillFiles(client: pg.Client, before: number, size: ShopSize): Promise<void> {
  const { rows } = await client.query('select coalesce(max(id), 0)::int as last from files');
  const first = rows[0].last as number;
  await runInBatches(
    client,
    size.files,
    `insert into files (id, owner_id, type, kind, full_name, number_sealed, number_index, number_last4, file_code, number, charge_paisa, created_at) overriding system value
     select $3 + n, $4 + 1 + n % $5, ($7::text[])[1 + n % cardinality($7)], ($8::text[])[1 + n % cardinality($8)],
            names.bn || ' ' || n % 977, of_file, file_index, last4, 'shop-' || md5('file ' || n), 'NP-L' || lpad(n::text, 8, '0'), 0,
            now() - interval '300 days' * (1 - n::float / $6)
       from generate_series($1::int, $2::int) n join names on names.i = n * 13 % 500 join numbers on numbers.i = n % ${distinctNumbers}`,
    [
      ...[first, before, size.users, size.files],
      documentKindNames.map((kind) => documentKinds[kind].fileType),
      documentKindNames,
    ],
  );
  const sha256 = createHash('sha256').update('shop').digest();
  await runInBatches(
    client,
    size.files,
    `insert into file_versions (file_id, version, verification_code, storage_key, sha256, byte_size, masked_name, provenance, made_at)
     select $3 + n, 1, upper(substr(md5('code ' || n), 1, 12)) || n, '00/' || md5('key ' || n) || '000000', $4, 1, 'ক•••',
            '{"registry": 0, "extracted": 0, "customer": 1}', now() from generate_series($1::int, $2::int) n`,
    [first, sha256],
  );
}
