// An older backup contains people who have had their data erased since: the restore erases them again and leaves everyone else alone.
import { randomUUID } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeIdentity } from '#server/backup/encryption.ts';
import { findRunningDatabase } from '#server/platform/database/embedded.ts';
import { findInTables } from '../http/platform/table-dump.ts';
import { asOwner } from '../support/database.ts';
import { recordCounts } from '../support/proof-counts.ts';
import { nidBody } from './money.ts';
import {
  auditBooks,
  makeCustomer,
  makeDataDir,
  type PortalProcess,
  run as runCommand,
  signIn,
  startPortal,
} from './process.ts';

type Customer = Awaited<ReturnType<typeof makeCustomer>>;

async function run(script: string, settings: Record<string, string>, ...flags: string[]) {
  const ran = await runCommand(script, settings, ...flags);
  expect(ran.code, ran.stderr).toBe(0);
  return ran;
}

const ownerUrl = (dataDir: string) => findRunningDatabase(dataDir)!;

const planted = (who: string) => ({
  first_name: `${who}নামএক`,
  last_name: `${who}নামদুই`,
  profile: { address: `${who} বাড়ি ৯৯`, bio: `${who} পরিচয়` },
});
const valuesOf = (who: string) => [
  ...Object.values(planted(who)).filter((value) => typeof value === 'string'),
  ...Object.values(planted(who).profile),
];

async function makeKnown(portal: PortalProcess, who: string): Promise<Customer> {
  const person = await makeCustomer(portal, '2000');
  const { access: token, id } = person;
  const changed = await portal.call('PATCH', `/account/user/${id}/`, { token, body: planted(who) });
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  const paper = await portal.call('POST', '/account/nid-details/', { token, body: nidBody });
  expect(paper.status).toBe(201);
  return person;
}

async function payOut(portal: PortalProcess, { access, id, admin }: Customer): Promise<void> {
  const { body } = await portal.call('GET', '/account/transaction-summary/', { token: access });
  const paid = await portal.call('POST', '/account/transactions/withdrawl/', {
    token: admin.access,
    body: { user: id, amount: String(body.current_balance), note: 'paid out in cash' },
  });
  expect(paid.status, JSON.stringify(paid.body)).toBeLessThan(203);
}

async function eraseOwn(portal: PortalProcess, { access, password }: Customer): Promise<void> {
  const erased = await portal.call('POST', '/account/erasure/', {
    token: access,
    body: { current_password: password },
  });
  expect(erased.status, JSON.stringify(erased.body)).toBe(200);
}

it('erases the same people again, and only them, when an older backup is restored', async () => {
  const dataDir = makeDataDir();
  const place = join(makeDataDir(), 'disk');
  const { identity, recipient } = await makeIdentity();
  const identityFile = join(makeDataDir(), 'secret-key');
  writeFileSync(identityFile, `${identity}\n`);
  const settings = { DATA_DIR: dataDir, BACKUP_TO: place, BACKUP_RECIPIENT: recipient };
  const restore = (into: string, ...flags: string[]) =>
    run('restore.ts', { DATA_DIR: into }, place, '--identity', identityFile, ...flags);

  const portal = await startPortal(dataDir);
  const [poor, rich, stays] = [
    await makeKnown(portal, 'গরিব'),
    await makeKnown(portal, 'ধনী'),
    await makeKnown(portal, 'থাকা'),
  ];
  await payOut(portal, poor);
  const order = await portal.call('POST', '/account/orders/', {
    token: rich.access,
    body: rich.order,
    headers: { 'Idempotency-Key': randomUUID() },
  });
  expect(order.status).toBe(201);
  await run('backup.ts', settings);
  const [older] = readdirSync(join(place, 'backups'));
  expect(older).toBeDefined();

  // After the backup both leave, and so does a person who is not in the backup.
  await portal.call('POST', `/account/orders/${order.body.id}/cancel/`, { token: rich.access });
  await payOut(portal, rich);
  const newcomer = await makeKnown(portal, 'নতুন');
  await payOut(portal, newcomer);
  for (const person of [poor, rich, newcomer]) await eraseOwn(portal, person);
  const gone = [...valuesOf('গরিব'), ...valuesOf('ধনী'), ...valuesOf('নতুন'), poor.email, rich.email];
  const here = { ownerUrl: ownerUrl(dataDir) };
  expect(await findInTables(here, gone)).toEqual([]);
  const { stdout: shipped } = await run('backup.ts', settings, '--log');
  expect(shipped).toContain('3 erasures');
  expect((await run('backup.ts', settings, '--log')).stdout).toContain(' 0 erasures');
  await portal.stop();

  // The newest state has them erased already.
  expect((await restore(makeDataDir())).stdout).not.toContain('erased again');

  const into = makeDataDir();
  const { stdout } = await restore(into, '--backup', older!);
  expect(stdout).toContain('2 people who had their data erased after that moment were erased again.');
  expect(stdout).toContain(`hold money or open orders: ${rich.id}.`);
  const restored = await startPortal(into);
  const there = { ownerUrl: ownerUrl(into) };
  expect(await findInTables(there, gone)).toEqual([]);
  expect(await findInTables(there, valuesOf('থাকা'))).not.toEqual([]);
  const papers = await asOwner<{ user_id: number }>(
    there.ownerUrl,
    `select owner_id as user_id from files where full_name <> '—'`,
  );
  expect(papers).toEqual([{ user_id: stays.id }]);
  await expect(signIn(restored, rich.email, rich.password)).rejects.toThrow('401');
  expect((await signIn(restored, stays.email, stays.password)).id).toBe(stays.id);

  // The remaining balance is paid out as usual, and then the account is removed.
  const admin = await signIn(restored);
  const token = admin.access;
  const rejected = await restored.call('PATCH', `/account/orders/${order.body.id}/`, {
    token,
    body: { status: 'rejected', note: 'closed after the restore' },
  });
  expect(rejected.status, JSON.stringify(rejected.body)).toBe(200);
  const { rows } = {
    rows: await asOwner<{ paisa: string }>(
      there.ownerUrl,
      `select posted_paisa::text as paisa from wallets where user_id = $1`,
      [rich.id],
    ),
  };
  const paid = await restored.call('POST', '/account/transactions/withdrawl/', {
    token,
    body: { user: rich.id, amount: String(Number(rows[0]!.paisa) / 100), note: 'was paid out before' },
  });
  expect(paid.status, JSON.stringify(paid.body)).toBeLessThan(203);
  const deleted = await restored.call('DELETE', `/account/user/${rich.id}/`, { token });
  expect(deleted.status, JSON.stringify(deleted.body)).toBeLessThan(300);
  expect(await auditBooks(restored, token)).toMatchObject({ state: 'balanced', findings: 0 });

  // A new person gets the id of the erased newcomer. The erasure list must not match by id alone.
  const namesake = await makeKnown(restored, 'অন্যজন');
  expect(namesake.id).toBe(newcomer.id);
  await run('backup.ts', { ...settings, DATA_DIR: into });
  await restored.stop();
  const last = makeDataDir();
  expect((await restore(last)).stdout).not.toContain('erased again');
  const again = await startPortal(last);
  expect((await signIn(again, namesake.email, namesake.password)).id).toBe(namesake.id);
  await again.stop();
  recordCounts('erased again', { people: 2, valuesSought: gone.length, found: 0 });
}, 240_000);
