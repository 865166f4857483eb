// Settings, secrets and sealing: what every module relies on.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, describe, expect, it } from 'vitest';
import { assertSandboxIsMeant, readConfig, SettingError, weakSettings } from './config.ts';
import { settings } from './config-settings.ts';
import { loadOrCreate, loadOrCreateSecret } from './keys.ts';
import { createVault } from './vault.ts';

const seed = Number(process.env.PROPERTY_SEED ?? 20_261_121);
const folder = mkdtempSync(join(tmpdir(), 'nothipotro-platform-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const key = (fill: number) => Buffer.alloc(32, fill);
const vault = createVault(new Map([[1, key(1)]]), key(9));

describe('settings', () => {
  it('have the documented defaults', () => {
    expect(readConfig({})).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      PUBLIC_ORIGIN: 'http://localhost:3000',
      DATA_DIR: join(process.cwd(), 'data'),
      ADMIN_EMAIL: 'admin@nothipotro.test',
      APPROVAL_SUM: 50_000,
      PAYMENT_SWEEP_SECONDS: 30,
      sandbox: { payments: true, registry: true, mail: true },
    });
    for (const { doc } of settings) expect(doc).toMatch(/\.$/);
  });

  it('count an empty value as unset and take the origin without its path', () => {
    expect(readConfig({ PORT: '', PUBLIC_ORIGIN: 'https://shop.test/some/path' })).toMatchObject({
      PORT: 3000,
      PUBLIC_ORIGIN: 'https://shop.test',
    });
    expect(readConfig({ PORT: '4000' }).PUBLIC_ORIGIN).toBe('http://localhost:4000');
  });

  it.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['PORT', '1.5'],
    ['PUBLIC_ORIGIN', 'shop.test'],
    ['PUBLIC_ORIGIN', 'ftp://shop.test'],
    ['DATABASE_URL', 'mysql://x'],
    ['DATABASE_URL', 'nonsense'],
    ['DATABASE_POOL', '1'],
    ['STORAGE_URL', 'http://x'],
    ['ADMIN_EMAIL', 'admin'],
    ['ADMIN_PASSWORD', 'short'],
    ['DEMO', 'yes'],
    ['PAYMENT_PROVIDERS', 'paypal'],
    ['PAYMENT_PROVIDERS', 'sandbox,paypal'],
    ['REGISTRY_URL', 'file:///x'],
    ['SMTP_URL', 'http://x'],
    ['CLIENT_IP_URL', 'http://addresses.test'],
    ['CLIENT_IP_URL', 'https://name:secret@addresses.test'],
    ['CLIENT_IP_URL', 'https://addresses;script-src.test'],
    ['CLIENT_IP_URL', 'addresses.test'],
    ['STORAGE_URL', 'x'],
    ['DOCUMENT_WORKERS', '-1'],
    ['LOG_LEVEL', 'loud'],
    ['TRUST_PROXY', 'caddy'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '127.0.0.1, 10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/0'],
    ['DATABASE_APP_URL', 'postgres://app@127.0.0.1/shop'],
    ['DATABASE_POOLER', '127.0.0.1:6432'],
    ['BACKUP_TO', 'https://store.test/bucket'],
    ['BACKUP_TO', 'sftp://store.test/bucket'],
    ['BACKUP_KEYS_TO', 'file:///mnt/keys'],
  ])('that are malformed are named in one line: %s=%s', (name, value) => {
    const reading = () => readConfig({ [name]: value });
    expect(reading).toThrow(SettingError);
    expect(reading).toThrow(new RegExp(`^${name}: [^\\n]+$`));
  });

  it.each([
    ['PORT', '70000', 'must be at most 65535'],
    ['PORT', '-1', 'must be at least 0'],
    ['PORT', '1.5', 'must be a whole number'],
    ['DATABASE_POOL', '1', 'must be at least 2'],
    ['DATABASE_PATIENCE', '0.5', 'must be at least 1'],
    ['LOG_LEVEL', 'loud', 'must be fatal, error, warn, info, debug or silent'],
    [
      'DATABASE_URL',
      'postgres://shop:p#ss@127.0.0.1/shop',
      'cannot be read as an address; in its name and password # is written %23, / %2F, ? %3F, @ %40 and % %25',
    ],
  ])('say how a value has to be: %s=%s', (name, value, said) => {
    expect(() => readConfig({ [name]: value })).toThrow(`${name}: ${said}`);
  });

  it.each(['127.0.0.1', '::1, 10.89.77.0/24', 'loopback,fd00::/8', '10.0.0.0/255.0.0.0'])(
    'take proxies by their addresses: %s',
    (value) => {
      expect(readConfig({ TRUST_PROXY: value }).TRUST_PROXY).toBe(value);
    },
  );

  it('use no sandbox parts behind https unless configured', () => {
    const https = { PUBLIC_ORIGIN: 'https://shop.test' };
    const meant = (environment: Record<string, string>) => () =>
      assertSandboxIsMeant(readConfig(environment));
    expect(meant(https)).toThrow(/^PAYMENT_PROVIDERS, REGISTRY_URL, SMTP_URL: unset, [^\n]+$/);
    const bkash = {
      PAYMENT_PROVIDERS: 'bkash',
      BKASH_USERNAME: 'a',
      BKASH_PASSWORD: 'b',
      BKASH_APP_KEY: 'c',
      BKASH_APP_SECRET: 'd',
    };
    expect(meant({ ...https, ...bkash, SMTP_URL: 'smtps://mail.test' })).toThrow(/^REGISTRY_URL: unset/);
    const registry = {
      REGISTRY_URL: 'https://registry.test',
      REGISTRY_CLIENT_ID: 'a',
      REGISTRY_CLIENT_SECRET: 'b',
    };
    expect(meant({ ...https, ...bkash, ...registry, SMTP_URL: 'smtps://mail.test' })).not.toThrow();
    expect(meant({ ...https, SANDBOX: '1' })).not.toThrow();
    expect(meant({ ...https, PAYMENT_PROVIDERS: 'sandbox' })).not.toThrow();
    expect(meant({})).not.toThrow();
  });

  it('that send anything unencrypted are reported', () => {
    const named = (environment: Record<string, string>) =>
      weakSettings(readConfig(environment)).map((line) => line.split(':')[0]);
    const keys = { STORAGE_ACCESS_KEY: 'a', STORAGE_SECRET_KEY: 'b' };
    expect(
      named({
        ...keys,
        PUBLIC_ORIGIN: 'http://shop.test',
        STORAGE_URL: 's3://papers?endpoint=http://store.test',
        SMTP_URL: 'smtp://mail.test',
      }),
    ).toEqual(['PUBLIC_ORIGIN', 'STORAGE_URL', 'SMTP_URL']);
    expect(named({})).toEqual([]);
    expect(
      named({
        ...keys,
        PUBLIC_ORIGIN: 'https://shop.test',
        STORAGE_URL: 's3://papers?endpoint=https://store.test',
        SMTP_URL: 'smtp://mail.test?requireTLS=true',
      }),
    ).toEqual([]);
  });

  it('refuse a fixed captcha beside a real registry', () => {
    expect(readConfig({ CAPTCHA_ANSWER: 'abc' }).CAPTCHA_ANSWER).toBe('abc');
    expect(() => readConfig({ CAPTCHA_ANSWER: 'abc', REGISTRY_URL: 'https://registry.test' })).toThrow(
      /^CAPTCHA_ANSWER: /,
    );
  });
});

describe('secrets', () => {
  it('are made once with mode 0600 in a folder of mode 0700, even when many start at once', async () => {
    const keys = join(folder, 'keys');
    const all = await Promise.all(Array.from({ length: 8 }, () => loadOrCreateSecret(keys, 'secret')));
    expect(new Set(all.map((secret) => secret.toString('hex'))).size).toBe(1);
    expect(all[0]).toHaveLength(32);
    expect((await loadOrCreateSecret(keys, 'secret')).equals(all[0]!)).toBe(true);
    expect(statSync(join(keys, 'secret')).mode & 0o777).toBe(0o600);
    expect(statSync(keys).mode & 0o777).toBe(0o700);
    expect(await loadOrCreate(keys, 'word', () => 'first')).toBe('first');
    expect(await loadOrCreate(keys, 'word', () => 'second')).toBe('first');
  });
});

describe('sealed values', () => {
  it('open to the original, for the same purpose only, and never look the same twice', () => {
    console.log(`sealed values: seed ${seed}`);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (plain) => {
        const sealed = vault.sealText(plain, 'order number');
        expect(vault.openText(sealed, 'order number')).toBe(plain);
        expect(vault.sealText(plain, 'order number').equals(sealed)).toBe(false);
        expect(() => vault.openText(sealed, 'file number')).toThrow();
        if (plain.length > 3) expect(sealed.includes(plain)).toBe(false);
      }),
      { seed },
    );
  });

  it('do not open when any byte was changed or the end is missing', () => {
    const sealed = vault.sealText('১২৩৪', 'x');
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at]! ^= 1;
      expect(() => vault.open(changed, 'x'), `byte ${at}`).toThrow();
    }
    for (const length of [0, 1, 2, 40, sealed.length - 1])
      expect(() => vault.open(sealed.subarray(0, length), 'x')).toThrow();
  });

  it('open after the key was rotated, but not without the older key', () => {
    const sealed = vault.sealText('পুরোনো', 'x');
    const rotated = createVault(
      new Map([
        [1, key(1)],
        [2, key(2)],
      ]),
      key(9),
    );
    expect(rotated.openText(sealed, 'x')).toBe('পুরোনো');
    const newer = rotated.sealText('নতুন', 'x');
    expect(() => vault.openText(newer, 'x')).toThrow('sealed by a key that is not here');
    expect(() => createVault(new Map([[2, key(2)]]), key(9)).openText(sealed, 'x')).toThrow();
  });

  it('are found again by a keyed hash that differs by purpose and by instance', () => {
    const other = createVault(new Map([[1, key(1)]]), key(8));
    const index = vault.blindIndex('1234567890', 'a').toString('hex');
    expect(vault.blindIndex('1234567890', 'a').toString('hex')).toBe(index);
    for (const different of [
      vault.blindIndex('1234567891', 'a'),
      vault.blindIndex('1234567890', 'b'),
      other.blindIndex('1234567890', 'a'),
    ])
      expect(different.toString('hex')).not.toBe(index);
  });
});

it('ids are version 7, unique, and in order of creation', () => {
  const ids = Array.from({ length: 500 }, () => uuidv7());
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(500);
  expect(ids).toEqual([...ids].sort());
});
