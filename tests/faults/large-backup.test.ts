// A shop with BACKUP_TRANSFERS transfers is backed up, keeps selling, and is restored into an empty folder, complete to the last taka and file. Measures how
// long that takes.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { makeIdentity } from '#server/backup/encryption.ts';
import { findRunningDatabase } from '#server/platform/database/embedded.ts';
import { bareEnvironment } from '../support/bare-environment.ts';
import { asOwner } from '../support/database.ts';
import { recordCounts } from '../support/proof-counts.ts';
import { newKey, nidBody } from './money.ts';
import {
  adminPassword,
  auditBooks,
  makeCustomer,
  makeDataDir,
  root,
  signIn,
  startPortal,
} from './process.ts';

const transfers = Number(process.env.BACKUP_TRANSFERS ?? 0);
const papers = 100;

async function run(script: string, settings: Record<string, string>, ...flags: string[]): Promise<number> {
  const began = performance.now();
  await promisify(execFile)(process.execPath, [`scripts/${script}`, ...flags], {
    cwd: root,
    env: { ...bareEnvironment(), ...settings },
  });
  return Math.round((performance.now() - began) / 1000);
}

/** Sums and newest entries of the books and lists. */
const readBooks = (dataDir: string) =>
  asOwner<{ transfers: number }>(
    findRunningDatabase(dataDir)!,
    `select (select count(*)::int from ledger_transfers) as transfers, (select sum(posted_paisa)::text from wallets) as balances,
            (select count(*)::int from orders) as orders, (select max(id)::int from orders) as newest, (select count(*)::int from users) as users`,
  );

/** Each stored file's path and hash; anchors of the audit log belong to a day, not to a person. */
function hashFiles(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(folder, path)).isFile(),
  );
  return new Map(
    files
      .filter((path) => path !== 'identity' && !path.startsWith('anchors'))
      .map((path) => [
        path,
        createHash('sha256')
          .update(readFileSync(join(folder, path)))
          .digest('hex'),
      ]),
  );
}

it.skipIf(transfers === 0)(
  'restores a large shop to its last minute with every file (with BACKUP_TRANSFERS)',
  async () => {
    const dataDir = makeDataDir();
    const place = join(makeDataDir(), 'disk');
    const { identity, recipient } = await makeIdentity();
    const identityFile = join(makeDataDir(), 'secret-key');
    writeFileSync(identityFile, `${identity}\n`);
    const settings = { DATA_DIR: dataDir, BACKUP_TO: place, BACKUP_RECIPIENT: recipient };
    const portal = await startPortal(dataDir);
    const customer = await makeCustomer(portal, '40000');
    const make = async (number: number) => {
      const { status } = await portal.call('POST', '/account/nid-details/', {
        token: customer.access,
        headers: newKey(),
        body: { ...nidBody, national_id: String(1_000_000_000 + number) },
      });
      expect(status).toBe(201);
    };
    for (let paper = 0; paper < papers; paper += 1) await make(paper);
    await run('seed-large.ts', {
      DATA_DIR: dataDir,
      CAN_SEED_LARGE: '1',
      SHOP_USERS: String(transfers / 20),
      SHOP_ORDERS: String(transfers * 0.3),
      SHOP_ENTRIES: String(transfers * 2),
      SHOP_FILES: '0',
      SHOP_ACTS: String(transfers / 10),
    });
    const backupSeconds = await run('backup.ts', settings);
    // The shop keeps selling until the accident.
    await make(papers);
    const sold = await portal.call('POST', '/account/orders/', {
      token: customer.access,
      headers: newKey(),
      body: customer.order,
    });
    expect(sold.status).toBe(201);
    await run('backup.ts', settings, '--log');
    const [before] = await readBooks(dataDir);
    const files = hashFiles(join(dataDir, 'files'));
    await portal.stop('SIGKILL');

    const into = makeDataDir();
    const restoreSeconds = await run('restore.ts', { DATA_DIR: into }, place, '--identity', identityFile);
    const began = performance.now();
    const restored = await startPortal(into);
    const startSeconds = Math.round((performance.now() - began) / 1000);
    const [after] = await readBooks(into);
    expect(after).toEqual(before);
    expect(before!.transfers).toBeGreaterThanOrEqual(transfers);
    const found = hashFiles(join(into, 'files'));
    const different = [...files].filter(([path, hash]) => found.get(path) !== hash);
    expect(files.size).toBeGreaterThan(papers);
    expect(different).toEqual([]);
    const admin = await signIn(restored, 'admin@shop.test', adminPassword);
    expect(await auditBooks(restored, admin.access)).toMatchObject({ findings: 0 });
    recordCounts('a large shop', {
      transfers: before!.transfers,
      files: files.size,
      different: different.length,
      backupSeconds,
      restoreSeconds,
      startSeconds,
    });
    await restored.stop();
  },
  3_600_000,
);
