// Keys are rotated while two portals with separate key folders run on one database: nothing is lost, refused or forged meanwhile.
import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeProtectedHeader } from 'jose';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPortal, type Portal } from '#server/app.ts';
import { readConfig } from '#server/platform/config.ts';
import { fingerprintOf } from '#server/platform/installation/identity.ts';
import { assertSameKeys, completeKeys } from '#server/platform/installation/key-files.ts';
import { loadKeyState } from '#server/platform/installation/key-registration.ts';
import { type KeyKind, keyFile, keyKinds, readKeyFile } from '#server/platform/key-ring.ts';
import { openVault } from '#server/platform/keys.ts';
import { createLog } from '#server/platform/log.ts';
import { keyMakers } from '#server/portal-keys.ts';
import { indexedColumns, inventory } from '#server/privacy/personal-data.ts';
import { syntheticPeople } from '#server/registry/synthetic.ts';
import { retireOldKeys, startNewKey } from '../../../scripts/key-rotation.ts';
import { reindexAll } from '../../../scripts/reindexing.ts';
import { bareEnvironment } from '../../support/bare-environment.ts';
import { asOwner } from '../../support/database.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import { copyRecord, type MadeCopy, makeCopy } from '../documents/copy-maker.ts';
import { balanceOf, eventually, placeOrder, servicesByCode } from '../steps.ts';

const portal = usePortal();
const keys = () => join(portal.dataDir, 'keys');
const clean = { isClean: true };
let secondDir: string;
let other: Portal;
let otherOrigin: string;
let owner: pg.Client;
let person: Person;
let copy: MadeCopy;

const ask = async (origin: string, method: string, path: string, token?: string, body?: object) => {
  const answer = await fetch(`${origin}${path}`, {
    method,
    headers: {
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'Content-Type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: answer.status, body: await answer.json().catch(() => undefined) };
};
const both = () => [portal.origin, otherOrigin];
const takeUp = () => Promise.all([portal.portal.maintenance.refreshKeys(), other.maintenance.refreshKeys()]);

/** Rotates a key as an operator does: the first run reports where the key is missing, the second continues. @returns the new key's file */
async function change(kind: KeyKind): Promise<string> {
  const next =
    Math.max(
      ...readdirSync(keys())
        .map((name) => readKeyFile(name))
        .flatMap((key) => (key?.kind === kind ? [key.id] : [])),
    ) + 1;
  const name = keyFile(kind, next);
  const taking = setInterval(() => void takeUp(), 200);
  try {
    await expect(startNewKey(owner, keys(), kind, 1)).rejects.toThrow(
      `1 running portals do not have ${name}`,
    );
    cpSync(join(keys(), name), join(secondDir, 'keys', name));
    expect(await startNewKey(owner, keys(), kind, 30)).toBe(next);
  } finally {
    clearInterval(taking);
    await takeUp();
  }
  return name;
}
/** Does by hand on the other machine what the command does here. */
async function retired(names: string[]): Promise<void> {
  for (const name of names) rmSync(join(secondDir, 'keys', name));
  await takeUp();
}
const letTimePass = (kind: string) =>
  asOwner(
    portal.ownerUrl,
    `update installation_keys set used_since = now() - interval '40 days' where name like '${kind}%'`,
  );

beforeAll(async () => {
  secondDir = mkdtempSync(join(tmpdir(), 'nothipotro-second-'));
  cpSync(keys(), join(secondDir, 'keys'), { recursive: true });
  symlinkSync(join(portal.dataDir, 'files'), join(secondDir, 'files'));
  other = await createPortal({
    config: readConfig({
      DATA_DIR: secondDir,
      PORT: '0',
      PUBLIC_ORIGIN: portal.origin,
      DATABASE_POOL: '5',
      DOCUMENT_WORKERS: '1',
      LOG_LEVEL: 'silent',
    }),
    databaseUrl: portal.databaseUrl,
    log: createLog('silent'),
  });
  otherOrigin = `http://127.0.0.1:${await other.start()}`;
  owner = new pg.Client({ connectionString: portal.ownerUrl });
  await owner.connect();
  person = await portal.customer();
  copy = await makeCopy(portal, person);
  await portal.topUp(person, '5000');
}, 60_000);
afterAll(async () => {
  await owner.end();
  await other.stop();
  rmSync(secondDir, { recursive: true, force: true });
});

describe('the key that signs access tokens', () => {
  it('signs new tokens, lets older ones expire, and verifies nothing once it is retired', async () => {
    const opens = async (token: string) =>
      Promise.all(both().map(async (origin) => (await ask(origin, 'GET', '/account/orders/', token)).status));
    const old = person.token;
    expect(await opens(old)).toEqual([200, 200]);
    await change('token-signing-key.pem');
    const { body } = await portal.call('POST', '/token/refresh/', { body: { refresh: person.refresh } });
    const kid = (token: string) => decodeProtectedHeader(token).kid;
    expect(kid(body.access)).not.toBe(kid(old));
    expect(await opens(body.access)).toEqual([200, 200]);
    expect(await opens(old)).toEqual([200, 200]);

    await expect(retireOldKeys(owner, keys(), 'token-signing-key.pem', clean)).rejects.toThrow(
      'less than 11 minutes',
    );
    await letTimePass('token-signing-key');
    const gone = await retireOldKeys(owner, keys(), 'token-signing-key.pem', clean);
    expect(gone).toEqual(['token-signing-key.pem']);
    await retired(gone);
    expect(await opens(old)).toEqual([401, 401]);
    expect(await opens(body.access)).toEqual([200, 200]);
    await signInAgain();
  });
});

describe('the secret of refresh tokens', () => {
  it('keeps sessions alive for the longest session time, and none once it is retired', async () => {
    const [kept, idle] = [await portal.customer(), await portal.customer()];
    await change('refresh-secret');
    const renewed = await ask(otherOrigin, 'POST', '/token/refresh/', undefined, { refresh: kept.refresh });
    expect(renewed.status).toBe(200);
    await expect(retireOldKeys(owner, keys(), 'refresh-secret', clean)).rejects.toThrow(
      'has been in use everywhere for less',
    );
    const gone = await retireOldKeys(owner, keys(), 'refresh-secret', { isClean: true, atOnce: true });
    await retired(gone);
    for (const origin of both())
      expect(
        (await ask(origin, 'POST', '/token/refresh/', undefined, { refresh: idle.refresh })).status,
      ).toBe(401);
    expect(
      (await ask(portal.origin, 'POST', '/token/refresh/', undefined, { refresh: renewed.body.refresh }))
        .status,
    ).toBe(200);
    await signInAgain();
  });
});

/** The tokens held by the tests were signed with keys that no longer exist. */
async function signInAgain(): Promise<void> {
  for (const who of [person, portal.admin]) {
    const { body } = await portal.signIn(who.email, who.password);
    Object.assign(who, { token: body.access, refresh: body.refresh });
  }
}

function runScript(name: string, ...options: string[]): Promise<string> {
  const env = {
    ...bareEnvironment(),
    DATA_DIR: portal.dataDir,
    DATABASE_URL: portal.ownerUrl,
    PUBLIC_ORIGIN: portal.origin,
  };
  return new Promise((done) => {
    execFile(process.execPath, [`scripts/${name}`, ...options], { env }, (_, out, err) => done(out + err));
  });
}
function verify(bytes: Uint8Array, ...options: string[]): Promise<string> {
  const path = join(portal.dataDir, 'given.pdf');
  writeFileSync(path, bytes);
  return runScript('verify.ts', path, ...options);
}

describe('the keys that sign and seal papers', () => {
  it('sign new papers at every portal, and papers signed by older ones stay genuine for ever', async () => {
    const listed = async () =>
      (await ask(otherOrigin, 'GET', '/.well-known/nothipotro-keys.json')).body.keys as {
        kid: string;
        kty: string;
      }[];
    expect(await listed()).toHaveLength(2);
    // The command itself; the operator copies both files while it waits.
    const command = runScript('rotate-keys.ts', '--papers');
    for (const name of ['statement-key-2.pem', 'document-seal-2.json']) {
      await eventually(
        async () => existsSync(join(keys(), name)),
        (isThere) => isThere,
      );
      cpSync(join(keys(), name), join(secondDir, 'keys', name));
    }
    const taking = setInterval(() => void takeUp(), 300);
    const said = await command.finally(() => clearInterval(taking));
    expect(said).toContain('statement-key-2.pem is in use.');
    expect(said).toContain('document-seal-2.json is in use.');
    expect(await runScript('rotate-keys.ts', '--papers', '--drop-old')).toContain('less than 10 minutes');
    const published = await listed();
    expect(published.map(({ kty }) => kty)).toEqual(['OKP', 'OKP', 'RSA', 'RSA']);
    expect(JSON.stringify(published)).not.toMatch(/"[dpq]":/);
    const made = await ask(otherOrigin, 'POST', '/account/nid-details/', person.token, {
      ...copyRecord,
      name_english: 'After The Change',
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const { bytes: after } = await portal.call('GET', made.body.data.open_path, { token: person.token });

    for (const kind of ['statement-key.pem', 'document-seal.json'] as const) {
      await letTimePass(kind.split('.')[0]!);
      await retired(await retireOldKeys(owner, keys(), kind, clean));
    }
    // The private keys may be removed altogether.
    rmSync(join(keys(), 'retired'), { recursive: true });
    expect(await listed()).toEqual(published);
    for (const bytes of [copy.bytes, after])
      for (const options of [[], ['--keys', `${otherOrigin}/.well-known/nothipotro-keys.json`]]) {
        const text = await verify(bytes, ...options);
        expect(text).toContain('Genuine');
        expect(text).toContain('signed by the portal and fits the data');
      }
    for (const origin of both())
      for (const code of [copy.code, made.body.data.verification_code])
        expect((await ask(origin, 'GET', `/verify-document/${code}/`)).status).toBe(200);
    // The new paper depends only on the new keys.
    const older = join(portal.dataDir, 'older-keys.json');
    const newest = new Set([published[0]!.kid, published.find(({ kty }) => kty === 'RSA')!.kid]);
    writeFileSync(older, JSON.stringify({ keys: published.filter(({ kid }) => !newest.has(kid)) }));
    expect(await verify(copy.bytes, '--keys', older)).toContain('Genuine');
    expect(await verify(after, '--keys', older)).toContain('NOT GENUINE');
    await expect(
      asOwner(
        portal.ownerUrl,
        `set role nothipotro_app; insert into published_keys (kid, public_part) values ('x', '{}')`,
      ),
    ).rejects.toThrow(/permission denied/);
  }, 120_000);
});

describe('the index secret', () => {
  const found = async (number: string) =>
    Promise.all(
      both().map(async (origin) => {
        const { body } = await ask(origin, 'GET', `/account/orders/?search=${number}`, person.token);
        return body.count as number;
      }),
    );
  const foundFiles = async (number: string) =>
    Promise.all(
      both().map(
        async (origin) =>
          (await ask(origin, 'GET', `/account/myfile/?search=${number}`, person.token)).body.count as number,
      ),
    );

  it('is changed while people search, buy and order; every number can be found throughout', async () => {
    const services = await servicesByCode(portal);
    const [number, seventeen] = ['19901234567', '19901234567890123'];
    for (const service of [services.AB!, services.AD!]) await placeOrder(portal, person, service);
    const filesBefore = await foundFiles(copyRecord.national_id);
    expect(filesBefore[0]).toBeGreaterThan(0);
    const someone = syntheticPeople[3]!;
    const buy = (origin: string) =>
      ask(origin, 'POST', '/account/extract-tin-data/', person.token, { tin_number: someone.tin });
    expect((await buy(portal.origin)).status).toBe(200);
    expect(await found(number)).toEqual([1, 1]);
    expect(await found(seventeen)).toEqual([1, 1]);

    await change('index-secret');
    expect(await found(number)).toEqual([1, 1]);
    expect(await found(seventeen)).toEqual([1, 1]);
    await placeOrder(portal, person, services.AB!);
    expect(await found(number)).toEqual([2, 2]);
    const paid = (await balanceOf(portal, person)).current_balance;
    // A purchase of the same day is not paid for twice.
    for (const origin of both()) expect((await buy(origin)).status).toBe(200);
    expect((await balanceOf(portal, person)).current_balance).toBe(paid);

    const opened = await openVault(keys());
    await loadKeyState(portal.db, keys(), [opened.masterKeys, opened.indexSecrets]);
    const renewed = await reindexAll(owner, opened.vault);
    expect(renewed.isClean).toBe(true);
    expect(renewed.counts.get('orders.number_index')).toBe(2);
    expect(renewed.counts.get('orders.seventeen_index')).toBe(1);
    expect(renewed.counts.get('files.number_index')).toBeGreaterThanOrEqual(3);
    expect((await reindexAll(owner, opened.vault)).counts.get('files.number_index')).toBe(0);
    expect(await found(number)).toEqual([2, 2]);
    await expect(retireOldKeys(owner, keys(), 'index-secret', { isClean: false })).rejects.toThrow(
      'still found',
    );
    await letTimePass('index-secret');
    await retired(await retireOldKeys(owner, keys(), 'index-secret', renewed));
    expect(await found(number)).toEqual([2, 2]);
    expect(await foundFiles(copyRecord.national_id)).toEqual(filesBefore);
    for (const origin of both()) expect((await buy(origin)).status).toBe(200);
    expect((await balanceOf(portal, person)).current_balance).toBe(paid);
  });

  it('covers every column that holds a keyed hash', async () => {
    const rows = await asOwner<{ named: string }>(
      portal.ownerUrl,
      `select table_name || '.' || column_name as named from information_schema.columns
        where table_schema = 'public' and column_name ~ '(_index|_indexes)$' or table_name || column_name = 'rate_limitskey_hash' order by 1`,
    );
    const known = indexedColumns.map(({ table, column }) => `${table}.${column}`);
    const lasting = [...inventory].flatMap(([table, { indexed = {} }]) =>
      Object.keys(indexed).flatMap((column) => (indexed[column] === 'lasting' ? [`${table}.${column}`] : [])),
    );
    expect([...known, ...lasting].sort()).toEqual(rows.map(({ named }) => named));
  });
});

describe('every key', () => {
  it('is identified by its fingerprint afterwards: a missing, replaced or added one is detected or ignored', async () => {
    await expect(assertSameKeys(owner, keys())).resolves.toBeUndefined();
    await expect(assertSameKeys(owner, join(secondDir, 'keys'))).resolves.toBeUndefined();
    for (const kind of keyKinds) {
      const name = readdirSync(keys()).find((one) => readKeyFile(one)?.kind === kind)!;
      const path = join(keys(), name);
      const content = readFileSync(path);
      rmSync(path);
      await expect(assertSameKeys(owner, keys())).rejects.toThrow(`${name} is missing`);
      writeFileSync(path, `x${content}`);
      await expect(assertSameKeys(owner, keys())).rejects.toThrow('is not the one');
      writeFileSync(path, content);
    }
    // A key that was not distributed signs nothing, and its public key is published nowhere.
    const foreign = await keyMakers['statement-key.pem'].make();
    writeFileSync(join(keys(), 'statement-key-9.pem'), foreign);
    await completeKeys(owner, keys(), keyMakers);
    await takeUp();
    const { body } = await ask(portal.origin, 'GET', '/.well-known/nothipotro-keys.json');
    expect(body.keys).toHaveLength(4);
    const made = await makeCopy(portal, person);
    expect(await verify(made.bytes)).toContain('Genuine');
    rmSync(join(keys(), 'statement-key-9.pem'));
  });

  it('that was derived as a copy is derived the same way in every other folder', async () => {
    const third = mkdtempSync(join(tmpdir(), 'nothipotro-third-'));
    try {
      cpSync(join(secondDir, 'keys'), third, { recursive: true });
      cpSync(join(keys(), 'retired/index-secret'), join(third, 'index-secret'));
      rmSync(join(third, 'derivation-secret'));
      await expect(assertSameKeys(owner, third)).rejects.toThrow('derivation-secret is missing');
      // As in an installation older than the derivation secret.
      const earlier = readFileSync(join(third, 'index-secret'), 'utf8');
      await owner.query('begin');
      await owner.query(`update installation_keys set fingerprint = $1 where name = 'derivation-secret'`, [
        fingerprintOf('derivation-secret', earlier),
      ]);
      await assertSameKeys(owner, third);
      await completeKeys(owner, third, keyMakers);
      expect(readFileSync(join(third, 'derivation-secret'), 'utf8')).toBe(earlier);
    } finally {
      await owner.query('rollback');
      rmSync(third, { recursive: true, force: true });
    }
  });
});
