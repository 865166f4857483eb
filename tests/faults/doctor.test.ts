// `npm run doctor` on a healthy shop, and on one where things were broken.
import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { generateSealKey } from '#engines/rendering/seal-key.ts';
import { makeIdentity } from '#server/backup/encryption.ts';
import { findRunningDatabase } from '#server/platform/database/embedded.ts';
import { asOwner } from '../support/database.ts';
import { nidBody } from './money.ts';
import {
  databaseProcesses,
  makeCustomer,
  makeDataDir,
  refusal,
  run,
  runAlone,
  startPortal,
} from './process.ts';

it('reports what is healthy, what is wrong and what to do, without personal data', {
  timeout: 240_000,
}, async () => {
  const dataDir = makeDataDir();
  const settings = {
    DATA_DIR: dataDir,
    BACKUP_TO: join(makeDataDir(), 'disk'),
    BACKUP_RECIPIENT: (await makeIdentity()).recipient,
  };
  const portal = await startPortal(dataDir);
  const customer = await makeCustomer(portal, '1000');
  const made = await portal.call('POST', '/account/nid-details/', { token: customer.access, body: nidBody });
  expect(made.status).toBe(201);
  expect((await run('backup.ts', settings)).code).toBe(0);
  const well = await runAlone('doctor.ts', settings);
  expect(well.stdout).toContain('The shop is well');
  expect(well.stdout).toMatch(/^✓ চাবি · keys: [০-৯]+টি ফাইল · \d+ files$/m);
  expect(well.stdout.match(/^✓/gm)).toHaveLength(18);
  expect(well.code).toBe(0);
  expect(well.stdout).not.toMatch(/@|রহিমা|01712345678/);
  const worded = {
    DATA_DIR: dataDir,
    BACKUP_TO: join(makeDataDir(), 'other'),
    BACKUP_PASSPHRASE: 'amar sonar bangla, ami',
  };
  expect((await run('backup.ts', worded)).code).toBe(0);
  const misread = await run('doctor.ts', { ...worded, BACKUP_PASSPHRASE: 'amar shonar bangla, ami' });
  expect([misread.code, misread.stdout]).toEqual([
    1,
    expect.stringMatching(/^✗ .* · backups: .* · BACKUP_PASSPHRASE is not that of the earlier backups/m),
  ]);
  // The disk is disconnected and its empty mount point remains.
  renameSync(worded.BACKUP_TO, `${worded.BACKUP_TO}-away`);
  mkdirSync(worded.BACKUP_TO);
  expect((await run('doctor.ts', worded)).stdout).toMatch(
    /^✗ .* · backups: .* · the backup location cannot be reached\n.*\n.*connect its disk/m,
  );
  // After a rollback the database has migrations that are not part of this release.
  const change = (statement: string) =>
    asOwner<{ name: string; hash: string }>(findRunningDatabase(dataDir)!, statement);
  await change(`insert into schema_migrations (name, hash) values ('29990101000000-newer.sql', 'x')`);
  const rolledBack = await run('doctor.ts', settings);
  expect(rolledBack.stdout).toMatch(
    /^✓ .* · release .*; 1 migrations of a newer release stay in the database$/m,
  );
  expect(rolledBack.code).toBe(0);
  await change(`delete from schema_migrations where name like '2999%'`);
  const [last] = await change(
    `delete from schema_migrations where name = (select max(name) from schema_migrations) returning name, hash`,
  );
  const behind = await run('doctor.ts', settings);
  expect(behind.stdout).toMatch(/^✗ সংস্করণ · versions: .* · 1 migrations are missing$/m);
  await change(`insert into schema_migrations (name, hash) values ('${last!.name}', '${last!.hash}')`);
  await portal.stop();

  const folders = readdirSync(join(dataDir, 'files'))
    .filter((found) => /^[a-z0-9]{2}$/.test(found))
    .map((name) => join(dataDir, 'files', name));
  for (const folder of folders)
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      const bytes = readFileSync(path);
      writeFileSync(path, bytes.fill(0, bytes.length >> 1));
    }
  const damaged = await run('doctor.ts', settings);
  expect([damaged.code, damaged.stdout.match(/^✗.*/gm)]).toEqual([
    1,
    [expect.stringMatching(/stored files: .*[০-৯].* · papers checked: \d+, missing or damaged: [1-9]\d*$/)],
  ]);
  expect(damaged.stdout).toContain('১টি বিষয় ঠিক করতে হবে। · 1 thing to fix.');

  chmodSync(join(dataDir, 'keys', 'refresh-secret'), 0o644);
  for (const folder of folders) rmSync(folder, { recursive: true });
  const ill = await run('doctor.ts', { DATA_DIR: dataDir });
  expect(ill.code).toBe(1);
  for (const name of ['backups', 'keys', 'stored files'])
    expect(ill.stdout).toMatch(new RegExp(`^✗ .* · ${name}: .*\\n    → .*\\n    → .*`, 'm'));
  expect(ill.stdout.match(/^✗/gm)).toHaveLength(3);

  // One key is missing: only the checks that read papers or keys report it, not disk and clock.
  const key = join(dataDir, 'keys', 'index-secret');
  const secret = readFileSync(key);
  rmSync(key);
  const locked = await run('doctor.ts', { DATA_DIR: dataDir });
  expect(locked.stdout).toMatch(/^✓ .* · disk: /m);
  expect(locked.stdout).toMatch(/^✗ .* · keys: .*a key is missing/m);
  writeFileSync(key, secret, { mode: 0o600 });

  chmodSync(join(dataDir, 'keys', 'refresh-secret'), 0o600);
  // Both files were emptied by a power cut: one can be written again, the other cannot.
  writeFileSync(join(dataDir, 'keys', 'identity'), '');
  expect((await run('doctor.ts', settings)).stdout).toMatch(/^✓ .* · keys: /m);
  const identity = readFileSync(join(dataDir, 'files', 'identity'));
  writeFileSync(join(dataDir, 'files', 'identity'), '');
  expect((await run('doctor.ts', settings)).stdout).toMatch(/^✗ .* · keys: .* are not of one shop/m);
  writeFileSync(join(dataDir, 'files', 'identity'), identity);

  // The first start happened with an empty clock battery.
  const sealFile = join(dataDir, 'keys', 'document-seal.json');
  const seal = readFileSync(sealFile);
  writeFileSync(sealFile, JSON.stringify(await generateSealKey('x', new Date('2000-01-01T00:05:00Z'))));
  expect((await run('doctor.ts', settings)).stdout).toMatch(
    /^! .* · seal: .* · valid from 2000-01-01 to 2020-01-01\n.*\n.*rotate:keys -- --papers/m,
  );
  writeFileSync(sealFile, seal);

  // The password does not match the database: the command ends, and so does the server that it started.
  const passwordFile = join(dataDir, 'keys', 'database-password');
  const password = readFileSync(passwordFile);
  for (const [wrong, expectedLine] of [
    ['another', /^✗ .* · database: The database does not take the password: put keys/m],
    ['', /^✗ .* · database: .*database-password is missing or empty/m],
  ] as const) {
    writeFileSync(passwordFile, wrong);
    const refused = await run('doctor.ts', settings);
    expect(refused.code).toBe(1);
    expect(refused.stdout).toMatch(expectedLine);
    expect(databaseProcesses(dataDir)).toEqual([]);
    expect(await refusal(settings)).toMatch(/^DATA_DIR: .*database-password.* put keys\/ back/);
  }
  writeFileSync(passwordFile, password);

  // The database does not start: the report says why, and the other checks still run.
  renameSync(join(dataDir, 'postgres/global/pg_control'), join(dataDir, 'pg_control'));
  const mailServer = createServer((line) =>
    line
      .on('error', () => undefined)
      .on('data', () => line.write('250 ok\r\n'))
      .write('220 mail.test\r\n'),
  );
  await new Promise<void>((done) => mailServer.listen(0, '127.0.0.1', done));
  const { port } = mailServer.address() as { port: number };
  const down = await run('doctor.ts', { ...settings, SMTP_URL: `smtp://127.0.0.1:${port}` });
  mailServer.close();
  expect(down.stdout).toMatch(
    /^✗ ডেটাবেস · database: .* damaged, restore the newest backup into another folder: /m,
  );
  expect(down.stdout).toMatch(/^✓ .* · disk: /m);
  expect(down.stdout).toMatch(/^✓ .* · backups: /m);
  expect(down.stdout).toMatch(/^✓ .* · mail: .* the server answers/m);
  expect(down.stdout).not.toMatch(/ {4}at /);
});
