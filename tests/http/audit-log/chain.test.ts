// The audit log cannot be tampered with undetected, and everything sealed can be re-encrypted under a new key.
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { anchorAuditLog, auditAnchorPurpose } from '#server/audit-log/anchors.ts';
import { auditSealPurpose, proveAuditLog, sealAuditLog } from '#server/audit-log/chain.ts';
import { recordEvent } from '#server/audit-log/record-event.ts';
import { createDatabase, createPool } from '#server/platform/database/connect.ts';
import { assertSameKeys } from '#server/platform/installation/key-files.ts';
import { createKeyRegistration } from '#server/platform/installation/key-registration.ts';
import { keyFile } from '#server/platform/key-ring.ts';
import { openVault } from '#server/platform/keys.ts';
import { createFolderBlobs } from '#server/platform/storage/folder-blobs.ts';
import { loadKeys } from '#server/portal-keys.ts';
import { sealedColumns, storedColumns } from '#server/privacy/personal-data.ts';
import { retireOldKeys, rewrapAll, startNewKey } from '../../../scripts/key-rotation.ts';
import { bareEnvironment } from '../../support/bare-environment.ts';
import { asOwner } from '../../support/database.ts';
import { holdJobs } from '../../support/held-jobs.ts';
import { startTestPortal, usePortal } from '../../support/portal.ts';
import { listStored } from '../../support/stored-files.ts';
import { nidCalls, picture, record } from '../documents/nid-steps.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
const portal = usePortal();
beforeAll(() => holdJobs(portal, ['seal the audit log', 'anchor the audit log', 'prove the audit log']));
const keys = () => join(portal.dataDir, 'keys');
const prove = async () => proveAuditLog(portal.db, (await openVault(keys())).vault.derive(auditSealPurpose));
const note = (count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, i) =>
      recordEvent(portal.portal.db, {
        kind: 'document.opened',
        actorId: 1,
        subjectId: 1,
        reason: `দেখা ${i}`,
      }),
    ),
  );

it('leaves an anchor for everything done by a portal that ran for less than an hour', async () => {
  const brief = await startTestPortal();
  await brief.customer();
  await brief.portal.stop();
  const [{ last }] = (await asOwner(brief.ownerUrl, 'select max(id)::text as last from trail')) as [
    { last: string },
  ];
  const lines = readFileSync(join(brief.dataDir, 'anchors/trail.jsonl'), 'utf8').trim().split('\n');
  expect(JSON.parse(lines.at(-1)!).lastId).toBe(last);
  await brief.stop().catch(() => undefined);
});

it('reads the anchors of other processes only once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nothipotro-anchors-'));
  const blobs = createFolderBlobs(join(folder, 'store'));
  let reads = 0;
  const counted = {
    ...blobs,
    readNamed(name: string) {
      reads += 1;
      return blobs.readNamed(name);
    },
  };
  const anchorAt = async (name: string) => {
    await note(1);
    await portal.portal.maintenance.sealAuditLog();
    const places = { blobs: counted, file: join(folder, name), key: Buffer.alloc(32) };
    return anchorAuditLog(portal.db, places);
  };
  for (let turn = 0; turn < 10; turn += 1) await anchorAt('here');
  expect((await anchorAt('there'))?.number).toBe(11);
  await anchorAt('here');
  reads = 0;
  expect((await anchorAt('there'))?.number).toBe(13);
  expect(reads).toBeLessThan(8);
  rmSync(folder, { recursive: true });
});

it('does not overwrite the anchor of another process after losing its lock', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nothipotro-anchors-'));
  const blobs = createFolderBlobs(join(folder, 'store'));
  const [first, theirs] = ['anchors/trail-00000001.json', Buffer.from('of another')];
  let reads = 0;
  const late = {
    ...blobs,
    async readNamed(name: string) {
      const found = await blobs.readNamed(name);
      reads += 1;
      // Before the lock, and with it.
      if (reads === 2) await blobs.writeNamed(first, theirs);
      return found;
    },
  };
  const places = { blobs: late, file: join(folder, 'lines'), key: Buffer.alloc(32) };
  await note(1);
  await portal.portal.maintenance.sealAuditLog();
  await anchorAuditLog(portal.db, places);
  expect(reads).toBeGreaterThan(1);
  expect((await blobs.readNamed(first))?.toString()).toBe(theirs.toString());
  expect(existsSync(places.file)).toBe(false);
  rmSync(folder, { recursive: true });
});

describe('the sealed audit log', () => {
  it('is complete over many stretches, even if entries are written while it is sealed', async () => {
    for (let turn = 0; turn < 5; turn += 1)
      await Promise.all([note(20), portal.portal.maintenance.sealAuditLog(), note(20)]);
    await portal.portal.maintenance.sealAuditLog();
    const proof = await prove();
    expect(proof.broken).toEqual([]);
    expect(proof.openRows).toBe(0);
    expect(proof.sealedRows).toBeGreaterThanOrEqual(200);
    expect(proof.seals).toBeGreaterThan(1);
    expect(await portal.portal.maintenance.sealAuditLog()).toBe(0);
    await note(2);
    expect((await prove()).openRows).toBe(2);
    await portal.portal.maintenance.sealAuditLog();
  });

  it.each([
    ['changed', `update trail set reason = 'অন্য কারণ' where id = (select max(id) - 3 from trail)`, 'rows'],
    ['removed', 'delete from trail where id = (select max(id) - 5 from trail)', 'rows'],
    [
      'moved to somebody else',
      'update trail set subject_id = 2 where id = (select min(id) from trail)',
      'rows',
    ],
    [
      'dropped with its seal',
      'delete from trail_seals where last_id = (select min(last_id) from trail_seals)',
      'gap',
    ],
    [
      'sealed by somebody without the key',
      `update trail_seals set mac = sha256(mac) where last_id = (select max(last_id) from trail_seals)`,
      'seal',
    ],
  ])('shows that a row was %s by whoever owns the database', async (_, statement, why) => {
    const { vault } = await openVault(keys());
    const rollback = new Error('rollback');
    let found: string[] = [];
    const owner = createDatabase(createPool(portal.ownerUrl, 1));
    const touched = owner.transaction().execute(async (trx) => {
      await sql.raw(statement).execute(trx);
      found = (await proveAuditLog(trx, vault.derive(auditSealPurpose))).broken.map((stretch) => stretch.why);
      throw rollback;
    });
    await expect(touched.finally(() => owner.destroy())).rejects.toBe(rollback);
    expect(found).toContain(why);
    expect((await prove()).broken).toEqual([]);
  });

  it('is anchored outside the database, so that a truncation is detected and the owners are notified', async () => {
    const { vault } = await openVault(keys());
    const places = {
      blobs: createFolderBlobs(join(portal.dataDir, 'files')),
      file: join(portal.dataDir, 'anchors/trail.jsonl'),
      key: vault.derive(auditAnchorPurpose),
    };
    const proveAll = () => proveAuditLog(portal.db, vault.derive(auditSealPurpose), places);
    await portal.portal.maintenance.sealAuditLog();
    await portal.portal.maintenance.anchorAuditLog();
    expect(await portal.portal.maintenance.anchorAuditLog()).toBeUndefined();
    for (let turn = 0; turn < 3; turn += 1) {
      await note(4);
      await portal.portal.maintenance.sealAuditLog();
    }
    // A last line torn by a power cut is no finding, and the next one is complete.
    writeFileSync(places.file, `${readFileSync(places.file, 'utf8').slice(0, -20)}${'\0'.repeat(64)}`);
    expect((await proveAll()).broken).toEqual([]);
    const anchor = await portal.portal.maintenance.anchorAuditLog();
    const lines = readFileSync(places.file, 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line)).at(-1)).toEqual(anchor);
    expect(anchor?.number).toBeGreaterThan(1);
    expect((await proveAll()).broken).toEqual([]);
    const [{ last }] = (await asOwner(
      portal.ownerUrl,
      'select max(last_id)::int as last from trail_seals',
    )) as [{ last: number }];
    const cut = [
      `create table cut_seals as select * from trail_seals where last_id > ${last - 8}`,
      `create table cut_rows as select * from trail where id > ${last - 8}`,
      `delete from trail_seals where last_id > ${last - 8}`,
      `delete from trail where id > ${last - 8}`,
    ];
    // Immediately, not only at the next seal.
    const atOnce = (...statements: string[]) =>
      asOwner(
        portal.ownerUrl,
        ['begin', 'lock table trail, trail_seals', ...statements, 'commit'].join(';\n'),
      );
    await atOnce(...cut);
    expect((await proveAuditLog(portal.db, vault.derive(auditSealPurpose))).broken).toEqual([]);
    expect((await proveAll()).broken.map(({ why }) => why)).toEqual(['cut']);
    // New rows and seals after the truncation do not hide it.
    await asOwner(portal.ownerUrl, 'delete from trail_proofs');
    await portal.portal.maintenance.proveAuditLog();
    expect((await portal.call('GET', '/metrics/')).body).toMatch(/^trail_broken_stretches 1$/m);
    const bell = await portal.call('GET', '/account/notices/', { token: portal.admin.token });
    expect(bell.body.results.map(({ kind }: { kind: string }) => kind)).toContain('trail_attention');
    const stdout = await run(process.execPath, ['scripts/audit-trail.ts'], {
      cwd: root,
      env: { ...bareEnvironment(), DATA_DIR: portal.dataDir, DATABASE_URL: portal.ownerUrl },
    }).then(
      () => 'whole',
      (error: { stdout: string }) => error.stdout,
    );
    expect(stdout).toMatch(/^WRONG {2}rows \d+ to \d+ \(cut, anchor \d+ of /m);
    // Anchors in one place are enough; altered ones are not trusted.
    rmSync(places.file);
    expect((await proveAll()).broken.map(({ why }) => why)).toEqual(['cut']);
    await portal.portal.maintenance.sealAuditLog();
    await atOnce(
      `delete from trail_seals where last_id > ${last - 8}`,
      `delete from trail where id > ${last - 8}`,
      'insert into trail overriding system value select * from cut_rows',
      'insert into trail_seals select * from cut_seals',
    );
    expect((await proveAll()).broken).toEqual([]);
    const name = `anchors/trail-${String(anchor!.number).padStart(8, '0')}.json`;
    await places.blobs.writeNamed(name, Buffer.from(JSON.stringify({ ...anchor, lastId: '1' })));
    expect((await proveAll()).broken.map(({ why }) => why)).toEqual(['anchors']);
    await places.blobs.writeNamed(name, Buffer.from(JSON.stringify(anchor)));
  });

  it('is sealed in batches, so that a backlog delays no writer', async () => {
    const { vault } = await openVault(keys());
    await note(10);
    const before = (await prove()).seals;
    expect(await sealAuditLog(portal.db, vault.derive(auditSealPurpose), 3)).toBeGreaterThanOrEqual(10);
    expect((await prove()).seals - before).toBeGreaterThanOrEqual(4);
    expect((await prove()).broken).toEqual([]);
  });

  it('cannot be changed by the portal itself', async () => {
    for (const statement of [
      `update trail set reason = 'x'`,
      'delete from trail',
      'delete from trail_seals',
      `update trail_seals set mac = ''`,
    ])
      await expect(asOwner(portal.ownerUrl, `set role nothipotro_app; ${statement}`)).rejects.toThrow(
        /permission denied/,
      );
  });
});

describe('a new master key', () => {
  it('re-encrypts everything sealed, column by column and file by file, while the portal keeps running', async () => {
    const { save, richCustomer } = nidCalls(portal);
    const person = await richCustomer('100');
    const body = { ...record, photo_base64: picture('image/jpeg') };
    const made = await save(person, body);
    expect(made.status).toBe(201);

    const owner = new pg.Client({ connectionString: portal.ownerUrl });
    await owner.connect();
    const second = mkdtempSync(join(tmpdir(), 'nothipotro-second-'));
    cpSync(keys(), second, { recursive: true });
    const other = createKeyRegistration(portal.db, second, (await loadKeys(second)).rings);
    await other.refresh();
    try {
      // Another portal runs with a copy of the keys: nothing is sealed before it has the new one.
      const missing = 'do not have master-key-2';
      await expect(startNewKey(owner, keys(), 'master-key', 1)).rejects.toThrow(missing);
      await expect(startNewKey(owner, second, 'master-key', 1)).rejects.toThrow(
        'is being spread from another machine',
      );
      await save(person, { ...body, name_english: 'Before' });
      const sealedWith = async () =>
        (
          await owner.query(
            'select distinct get_byte(sealed_record, 1) as id from document_records order by 1',
          )
        ).rows;
      expect(await sealedWith()).toEqual([{ id: 1 }]);
      await expect(startNewKey(owner, keys(), 'master-key', 1)).rejects.toThrow(missing);
      cpSync(join(keys(), keyFile('master-key', 2)), join(second, keyFile('master-key', 2)));
      await other.refresh();
      const keeping = setInterval(() => void other.refresh(), 500);
      expect(await startNewKey(owner, keys(), 'master-key', 30)).toBe(2);
      clearInterval(keeping);
      await save(person, { ...body, name_english: 'After' });
      expect(await sealedWith()).toEqual([{ id: 1 }, { id: 2 }]);

      const { vault } = await openVault(keys());
      const blobs = createFolderBlobs(join(portal.dataDir, 'files'));
      const [trashed] = await listStored(portal.dataDir);
      await blobs.trash(trashed!);
      const rewrapped = await rewrapAll(owner, blobs, vault, 2);
      expect(rewrapped.isClean).toBe(true);
      expect(rewrapped.counts.get('document_records.sealed_record')).toBe(2);
      expect(rewrapped.counts.get('stored files')).toBeGreaterThanOrEqual(2);
      expect((await blobs.readNamed(`trash/${trashed}`))?.[1]).toBe(2);
      await blobs.untrash(trashed!);
      await expect(
        retireOldKeys(owner, keys(), 'master-key', { ...rewrapped, isClean: false }),
      ).rejects.toThrow('still found');
      await expect(retireOldKeys(owner, keys(), 'master-key', rewrapped)).rejects.toThrow(
        'less than 10 minutes',
      );
      await owner.query(`update installation_keys set used_since = now() - interval '1 hour'`);
      await owner.query(
        `update portal_processes set used_keys = '{master-key-1}', seen_at = now() + interval '1 minute' where id = (select id from portal_processes limit 1)`,
      );
      await expect(retireOldKeys(owner, keys(), 'master-key', rewrapped)).rejects.toThrow(
        'still work with an older key',
      );
      await owner.query(`update portal_processes set used_keys = '{master-key-2}'`);
      expect(await retireOldKeys(owner, keys(), 'master-key', rewrapped)).toEqual(['master-key-1']);
      expect(readdirSync(keys()).filter((name) => name.startsWith('master-key'))).toEqual(['master-key-2']);
      expect(readdirSync(join(keys(), 'retired'))).toEqual(['master-key-1']);
      await expect(assertSameKeys(owner, keys())).resolves.toBeUndefined();

      const alone = await openVault(keys());
      const { rows } = await owner.query('select sealed_record from document_records');
      for (const row of rows)
        expect(alone.vault.openText(row.sealed_record, 'document record')).toContain(record.name_bangla);
      const opened = await portal.call('GET', made.body.data.open_path, { token: person.token });
      expect(opened.status).toBe(200);
    } finally {
      await other.deregister();
      await owner.end();
      rmSync(second, { recursive: true, force: true });
    }
  });

  it('covers every sealed column in the database', async () => {
    const found = await asOwner<{ named: string }>(
      portal.ownerUrl,
      `select table_name || '.' || column_name as named from information_schema.columns
        where table_schema = 'public' and data_type = 'bytea' and column_name ~ '(^sealed_|_sealed$)' order by 1`,
    );
    expect(sealedColumns.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(
      found.map(({ named }) => named),
    );
  });

  it('and the sweep cover every column that names stored bytes', async () => {
    const found = await asOwner<{ named: string }>(
      portal.ownerUrl,
      `select table_name || '.' || column_name as named from information_schema.columns
        where table_schema = 'public' and column_name in ('storage_key', 'profile_image_key') order by 1`,
    );
    expect(storedColumns.map(({ table, key }) => `${table}.${key}`).sort()).toEqual(
      [...found.map(({ named }) => named), `shop_settings.value->>'storage_key'`].sort(),
    );
  });
});
