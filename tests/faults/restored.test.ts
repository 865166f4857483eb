// A database is dumped, restored into another cluster and used there: orders, top-ups, the audit and all books stay correct.
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, inject, it } from 'vitest';
import { startEmbeddedDatabase } from '#server/platform/database/embedded.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { eventually } from '../http/steps.ts';
import { withDatabase } from '../support/cluster.ts';
import { copyDatabase } from '../support/copy-database.ts';
import { asOwner } from '../support/database.ts';
import { auditBooks, makeCustomer, makeDataDir, type PortalProcess, signIn, startPortal } from './process.ts';

const name = 'restored_elsewhere';
const administer = (statement: string) => asOwner(inject('clusterUrl'), statement);
const dropIt = () => administer(`drop database if exists ${name} with (force)`);
afterAll(dropIt);

async function sell(
  portal: PortalProcess,
  customer: Awaited<ReturnType<typeof makeCustomer>>,
  tokens: { customer: string; admin: string },
) {
  const placed = await portal.call('POST', '/account/orders/', {
    token: tokens.customer,
    body: customer.order,
  });
  expect(placed.status, JSON.stringify(placed.body)).toBe(201);
  const done = await portal.call('PATCH', `/account/orders/${placed.body.id}/`, {
    token: tokens.admin,
    body: { status: 'completed', note: 'হয়েছে', text_content: 'লেখা' },
  });
  expect(done.status, JSON.stringify(done.body)).toBe(200);
}

/** Makes the books look like those of a long-lived, busy cluster, with transaction ids far ahead of a new one's. */
async function growOld(url: string): Promise<void> {
  await asOwner(url, 'select ledger_take_snapshots()');
  await asOwner(
    url,
    `update ledger_transfers set committed_by = (committed_by::text::bigint + 9000000)::text::xid8;
     update ledger_snapshots set complete_below = (complete_below::text::bigint + 9000000)::text::xid8;
     update live_events set committed_by = (committed_by::text::bigint + 9000000)::text::xid8`,
  );
}

it('keeps its books right in another cluster, reached by DATABASE_URL', async () => {
  const dataDir = makeDataDir();
  const before = await startPortal(dataDir);
  const customer = await makeCustomer(before, '1000');
  await sell(before, customer, { customer: customer.access, admin: customer.admin.access });
  await before.stop();
  const embedded = await startEmbeddedDatabase(dataDir);
  const target = withDatabase(inject('clusterUrl'), name);
  await growOld(embedded.url);
  await dropIt();
  await administer(`create database ${name}`);
  await migrate(target);
  await copyDatabase(embedded.url, target);
  await embedded.stop();

  const elsewhere = makeDataDir();
  mkdirSync(elsewhere, { recursive: true });
  for (const part of ['keys', 'files'])
    cpSync(join(dataDir, part), join(elsewhere, part), { recursive: true });
  const after = await startPortal(elsewhere, { DATABASE_URL: target });
  const [admin, person] = [await signIn(after), await signIn(after, customer.email, customer.password)];
  const toppedUp = await after.call('POST', '/account/transactions/create/', {
    token: admin.access,
    body: { user: person.id, amount: '500' },
  });
  expect(toppedUp.status).toBe(201);
  await sell(after, customer, { customer: person.access, admin: admin.access });
  await asOwner(target, 'select ledger_take_snapshots()');
  await sell(after, customer, { customer: person.access, admin: admin.access });
  expect(await auditBooks(after, admin.access)).toMatchObject({ state: 'balanced', findings: 0, frozen: [] });
  const summary = await after.call('GET', '/account/transaction-summary/', { token: person.access });
  expect(summary.body.current_balance).toBe(1500 - 3 * 150);
  // A sum covers everything up to the oldest running transaction, including a job's.
  const [books] = await eventually(
    async () => {
      await asOwner(target, 'select ledger_take_snapshots()');
      return asOwner(
        target,
        `select (select sum(amount_paisa)::int from ledger_entries where account = 'admin_cash') as cash,
            (select balance_paisa::int from ledger_snapshots where account = 'admin_cash' order by complete_below desc limit 1) as snapshot,
            (select max(committed_by) < pg_snapshot_xmax(pg_current_snapshot()) from ledger_transfers) as is_past`,
      );
    },
    ([row]) => row?.snapshot === row?.cash,
  );
  expect(books).toEqual({ cash: -150000, snapshot: -150000, is_past: true });
  await sell(after, customer, { customer: person.access, admin: admin.access });
  expect(await after.stop()).toEqual({ code: 0, signal: null });

  // A second start in the same cluster changes nothing.
  const again = await startPortal(elsewhere, { DATABASE_URL: target });
  const client = new pg.Client({ connectionString: target });
  await client.connect();
  const { rows } = await client.query(
    `select count(*)::int as count from ledger_transfers where committed_by <> '3'`,
  );
  expect(rows[0].count).toBeGreaterThan(0);
  await client.end();
  await again.stop();
});
