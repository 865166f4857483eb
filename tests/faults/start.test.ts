import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { withDatabase } from '../support/cluster.ts';
import { asOwner } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import {
  callsTo,
  databaseProcesses,
  makeDataDir,
  pidFiles,
  refusal,
  refusalAlone,
  refusalOfSetting,
  signIn,
  spawnPortal,
  startPortal,
} from './process.ts';

describe('a second portal on the same DATA_DIR', () => {
  it('is refused with the name of the holder, not of an earlier killed restore, and does not disturb the first process', async () => {
    const dataDir = makeDataDir();
    // Left by a restore that was killed earlier.
    mkdirSync(join(dataDir, 'restoring/keys'), { recursive: true });
    const first = await startPortal(dataDir);
    expect(existsSync(join(dataDir, 'restoring'))).toBe(false);
    expect(await refusalAlone({ DATA_DIR: dataDir, PORT: String(await freePort()) })).toBe(
      `DATA_DIR: ${dataDir} is in use by a running portal (process ${first.pid}). Stop it, or set another DATA_DIR.`,
    );
    expect((await first.call('GET', '/health/ready')).status).toBe(200);
    await signIn(first);
    expect(pidFiles(dataDir)).toHaveLength(2);
    expect(await first.stop()).toEqual({ code: 0, signal: null });
  });
});

describe('the database of a killed portal', () => {
  const serverOf = (dataDir: string) =>
    readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n');

  it('that is not visible from here is left alone, and no second server is started', async () => {
    const dataDir = makeDataDir();
    const first = await startPortal(dataDir);
    await first.stop('SIGKILL');
    const [pid, ...rest] = serverOf(dataDir);
    // Like a server in another container: the PID belongs to no process here, but the files are shared.
    writeFileSync(join(dataDir, 'postgres/postmaster.pid'), ['4194301', ...rest].join('\n'));
    const before = databaseProcesses(dataDir);
    expect(before).toContain(Number(pid));
    expect(await refusal({ DATA_DIR: dataDir, PORT: String(await freePort()) })).toMatch(
      /is still running, in another container or on another machine: stop it first/,
    );
    expect(databaseProcesses(dataDir)).toEqual(expect.arrayContaining([Number(pid)]));
    writeFileSync(join(dataDir, 'postgres/postmaster.pid'), [pid, ...rest].join('\n'));
    const next = await startPortal(dataDir);
    expect(Number(serverOf(dataDir)[0])).not.toBe(Number(pid));
    await signIn(next);
    await next.stop();
    expect(databaseProcesses(dataDir)).toEqual([]);
  });

  it('does not prevent a start when its PID now belongs to another process', async () => {
    const dataDir = makeDataDir();
    await (await startPortal(dataDir)).stop();
    // This test's own process: it is running, and its command line contains "start" and "postgres".
    const bystander = spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)', 'start', 'postgres']);
    try {
      writeFileSync(join(dataDir, 'portal.pid'), String(bystander.pid));
      writeFileSync(
        join(dataDir, 'postgres/postmaster.pid'),
        [bystander.pid, join(dataDir, 'postgres'), 0, 5432, '', '127.0.0.1', '', 'ready'].join('\n'),
      );
      const portal = await startPortal(dataDir);
      await signIn(portal);
      expect(await portal.stop()).toEqual({ code: 0, signal: null });
      expect(bystander.exitCode).toBeNull();
    } finally {
      bystander.kill();
    }
  });
});

describe('the folder of another user’s portal', () => {
  it.skipIf(process.getuid?.() !== 0)(
    'is not taken over by root, because that user could not use it afterwards',
    async () => {
      const dataDir = makeDataDir();
      await (await startPortal(dataDir)).stop();
      const nobody = 65_534;
      execFileSync('chown', ['-R', `${nobody}:${nobody}`, dataDir]);
      const refused = await refusal({ DATA_DIR: dataDir });
      expect(refused).toMatch(
        /belongs to the user with the number 65534: run this as that user, not as root/,
      );
      expect(statSync(join(dataDir, 'postgres', 'PG_VERSION')).uid).toBe(nobody);
    },
  );
});

describe('a TMPDIR that only root may enter', () => {
  it.skipIf(process.getuid?.() !== 0)('stays private and unused, and the portal starts', async () => {
    const dataDir = makeDataDir();
    const own = makeDataDir();
    chmodSync(own, 0o700);
    const portal = await startPortal(dataDir, { TMPDIR: own });
    await signIn(portal);
    expect(statSync(own).mode & 0o777).toBe(0o700);
    expect(readdirSync(own)).toEqual([]);
    await portal.stop();
  });
});

describe('an occupied PORT', () => {
  it('is reported clearly, and nothing is left running', async () => {
    const dataDir = makeDataDir();
    const other = createServer();
    const port = await new Promise<number>((done) =>
      other.listen(0, '127.0.0.1', () => done((other.address() as { port: number }).port)),
    );
    try {
      expect(await refusalAlone({ DATA_DIR: dataDir, PORT: String(port) })).toBe(
        `PORT: ${port} on 127.0.0.1 is taken by another program. Stop it, or set another PORT.`,
      );
      expect(databaseProcesses(dataDir)).toEqual([]);
      expect(pidFiles(dataDir)).toEqual([]);
    } finally {
      other.close();
    }
  });
});

describe('a malformed setting', () => {
  it.each([
    ['PORT', 'three thousand'],
    ['DATABASE_URL', 'mysql://localhost/shop'],
  ])('stops the start with one line that names it: %s', async (key, value) => {
    const dataDir = makeDataDir();
    expect(await refusalOfSetting({ DATA_DIR: dataDir, [key]: value })).toMatch(new RegExp(`^${key}: `));
    expect(pidFiles(dataDir)).toEqual([]);
  });

  it('stops the start when the database that it names does not answer', async () => {
    const port = await freePort();
    const line = await refusal({
      DATA_DIR: makeDataDir(),
      PORT: '0',
      DATABASE_URL: `postgres://nobody:secret-word@127.0.0.1:${port}/shop`,
    });
    expect(line).toMatch(/^DATABASE_URL: /);
    expect(line).not.toContain('secret-word');
  });
});

describe('an external database', () => {
  it('is used through DATABASE_URL and left running when the portal stops', async () => {
    const clusterUrl = inject('clusterUrl');
    const client = new pg.Client({ connectionString: clusterUrl });
    await client.connect();
    await client.query('create database own_database');
    try {
      const dataDir = makeDataDir();
      const portal = await startPortal(dataDir, { DATABASE_URL: withDatabase(clusterUrl, 'own_database') });
      await signIn(portal);
      expect(databaseProcesses(dataDir)).toEqual([]);
      expect(await portal.stop()).toEqual({ code: 0, signal: null });
      const { rows } = await client.query(
        `select count(*)::int as count from pg_stat_activity where datname = 'own_database'`,
      );
      expect(rows[0].count).toBe(0);
    } finally {
      await client.query('drop database own_database with (force)');
      await client.end();
    }
  });
});

describe('the Linux service', () => {
  const serve = (settings: Record<string, string>) => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/service.ts'], {
      cwd: join(import.meta.dirname, '../..'),
      env: { PATH: process.env.PATH, ...settings },
      encoding: 'utf8',
    });
    return { status, stderr };
  };

  it('is not restarted after a wrong setting, which only an owner can correct', () => {
    expect(serve({})).toEqual({
      status: 78,
      stderr: expect.stringMatching(/^\.env: DATA_DIR is missing\..*\n$/),
    });
    const DATA_DIR = makeDataDir();
    expect(serve({ DATA_DIR, PORT: 'three' })).toEqual({
      status: 78,
      stderr: expect.stringMatching(/^PORT: .*\n$/),
    });
  });

  it('is restarted after a failure that may be temporary', async () => {
    const DATABASE_URL = `postgres://nobody@127.0.0.1:${await freePort()}/none`;
    expect(serve({ DATA_DIR: makeDataDir(), PORT: '0', DATABASE_URL }).status).toBe(1);
  });
});

it('makes a shop from an empty folder at the first start', async () => {
  const dataDir = makeDataDir();
  const port = await freePort();
  const started = spawnPortal({ DATA_DIR: dataDir, PORT: String(port) });
  await expect.poll(started.stdout, { timeout: 50_000 }).toContain('is ready');
  const call = callsTo(`http://127.0.0.1:${port}`);
  expect((await call('GET', '/health/ready')).status).toBe(200);
  expect(readdirSync(dataDir)).toEqual(expect.arrayContaining(['files', 'keys', 'postgres']));
  expect(await started.stop()).toEqual({ code: 0, signal: null });
});

/** The advisory lock that is held while an installation is opened: a start waits for it. */
const openingLock = 7_301_965;

describe('an external database that breaks the connection during a start', () => {
  it('ends the start with a one-line error', async ({ signal }) => {
    const clusterUrl = inject('clusterUrl');
    await asOwner(clusterUrl, 'create database broken_database');
    const holder = new pg.Client({ connectionString: withDatabase(clusterUrl, 'broken_database') });
    try {
      await holder.connect();
      await holder.query('select pg_advisory_lock($1)', [openingLock]);
      const line = refusalAlone({
        DATA_DIR: makeDataDir(),
        PORT: '0',
        DATABASE_URL: withDatabase(clusterUrl, 'broken_database'),
      });
      const breakConnections = () =>
        holder.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
             and backend_type = 'client backend'`,
        );
      let isRunning = true;
      const ended = () => {
        isRunning = false;
      };
      line.then(ended, ended);
      // Repeated, because breaking a connection that has already done its work fails nothing.
      let broken = 0;
      while (isRunning) {
        signal.throwIfAborted();
        broken += (await breakConnections()).rowCount ?? 0;
        await setTimeout(50);
      }
      expect(await line).toMatch(/^DATABASE_URL: /);
      expect(broken).toBeGreaterThan(0);
    } finally {
      await holder.end();
      await asOwner(clusterUrl, 'drop database broken_database with (force)');
    }
  });
});

describe('a start', () => {
  const real = {
    PAYMENT_PROVIDERS: 'bkash',
    BKASH_URL: 'http://127.0.0.1:9/v1',
    BKASH_USERNAME: 'shop',
    BKASH_PASSWORD: 'shop-word',
    BKASH_APP_KEY: 'key',
    BKASH_APP_SECRET: 'secret',
  };

  it('offers no simulated payments over https unless configured', async () => {
    const dataDir = makeDataDir();
    expect(
      await refusalOfSetting({ DATA_DIR: dataDir, PORT: '0', PUBLIC_ORIGIN: 'https://shop.test' }),
    ).toMatch(/^PAYMENT_PROVIDERS, REGISTRY_URL, SMTP_URL: unset/);
  });

  it('refuses real payments while sandbox accounts exist, and prints no configured password', async () => {
    const dataDir = makeDataDir();
    const played = await startPortal(dataDir, { ADMIN_PASSWORD: 'shefali-phul-88' });
    expect(played.stdout()).not.toContain('shefali-phul-88');
    expect(played.stdout()).toMatch(/Admin +\S+@\S+ +\(as ADMIN_PASSWORD says\)/);
    await played.stop();
    const port = String(await freePort());
    expect(await refusalOfSetting({ DATA_DIR: dataDir, PORT: port, ...real })).toMatch(
      /^PAYMENT_PROVIDERS: payments are real now, and 0 wallets hold play money, 1 trial accounts are open/,
    );
    const kept = await startPortal(dataDir, { ...real, KEEP_SANDBOX_MONEY: '1' });
    expect((await kept.call('GET', '/health/live')).status).toBe(200);
    // The owner may have changed their address.
    expect(kept.stdout()).toMatch(/Admin +\(address and password as set before\)/);
    await kept.stop();
  });
});
