// The container image: built, started without unnecessary privileges on a read-only root, used for sales, inspected with the owner's commands, killed and
// restarted.
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { provideBaseImage } from '../support/base-image.ts';
import { freePort } from '../support/free-port.ts';
import { adminPassword, callsTo, makeCustomer, root, signIn } from './process.ts';

const isAsked = process.env.CONTAINER === '1';
const hasPodman = spawnSync('podman', ['info']).status === 0;

const podman = async (...args: string[]): Promise<string> =>
  (await promisify(execFile)('podman', args, { cwd: root, maxBuffer: 1 << 26 })).stdout.trim();

/** Build options for networks whose package registry has a private certificate. */
function mountsOfBuild(): string[] {
  const npmrc = join(homedir(), '.npmrc');
  return [
    ...[
      '-v',
      '/etc/ssl/certs:/etc/ssl/certs:ro',
      '--env',
      'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt',
    ],
    ...(existsSync(npmrc) ? ['-v', `${npmrc}:/root/.npmrc:ro`] : []),
  ];
}

it.skipIf(!isAsked || !hasPodman)(
  'sells from a read-only root without privileges and keeps everything after a kill (only with CONTAINER=1 and podman: it takes minutes)',
  { timeout: 1_200_000 },
  async () => {
    const file = 'deploy/container/Containerfile';
    const [, base = ''] = /^ARG BASE=(\S+)$/m.exec(readFileSync(join(root, file), 'utf8')) ?? [];
    provideBaseImage(base, join(root, 'node_modules/.bin/node'));
    const image = 'localhost/nothipotro-test';
    await podman(
      'build',
      '--format',
      'docker',
      '--network',
      'host',
      ...mountsOfBuild(),
      '-f',
      file,
      '-t',
      image,
      '.',
    );
    const bytes = Number(await podman('image', 'inspect', '--format', '{{.Size}}', image));
    const baseBytes = Number(await podman('image', 'inspect', '--format', '{{.Size}}', base));
    expect(bytes - baseBytes).toBeLessThan(450_000_000);

    const name = `nothipotro-test-${process.pid}`;
    const port = String(await freePort());
    const origin = `http://127.0.0.1:${port}`;
    onTestFinished(() => {
      execFileSync('podman', ['rm', '--force', '--volumes', name], { stdio: 'pipe' });
      execFileSync('podman', ['volume', 'rm', '--force', name], { stdio: 'pipe' });
    });
    const settings = {
      PORT: port,
      HOST: '127.0.0.1',
      ADMIN_EMAIL: 'admin@shop.test',
      ADMIN_PASSWORD: adminPassword,
    };
    const flags = [
      '--network',
      'host',
      '--read-only',
      '--cap-drop',
      'ALL',
      '--security-opt',
      'no-new-privileges',
    ];
    const env = Object.entries(settings).flatMap(([setting, value]) => ['-e', `${setting}=${value}`]);
    const start = () =>
      podman(
        'run',
        '-d',
        '--name',
        name,
        ...flags,
        '--tmpfs',
        '/tmp:size=512m',
        '-v',
        `${name}:/data`,
        ...env,
        image,
      );
    const isHealthy = () => spawnSync('podman', ['healthcheck', 'run', name]).status === 0;
    await start();
    await expect.poll(isHealthy, { timeout: 90_000, interval: 1_000 }).toBe(true);

    const portal = { call: callsTo(origin) };
    const { access, order, email, password } = await makeCustomer(portal, '1000');
    expect((await portal.call('POST', '/account/orders/', { token: access, body: order })).status).toBe(201);

    const inside = (...words: string[]) => podman('exec', name, ...words);
    expect(await inside('id', '-u')).toBe('10001');
    // A volume that Docker creates there takes over its ownership.
    expect(await inside('stat', '-c', '%U', '/backup')).toBe('portal');
    expect(
      await inside('sh', '-c', 'touch /portal/x /etc/x 2>/dev/null || grep CapEff /proc/self/status'),
    ).toBe('CapEff:\t0000000000000000');
    expect(await inside('node', 'scripts/run.mjs', 'audit-ledger.ts')).toMatch(/^The books balance/);
    const place = ['env', 'BACKUP_PASSPHRASE=the tea is hot at seven', 'node', 'scripts/run.mjs'];
    expect(await inside(...place, 'backup.ts', '/data/disk')).toMatch(/^Backup /);
    expect(await inside(...place, 'restore.ts', '/data/disk', '--into', '/data/again')).toContain('Proven:');

    await podman('kill', '--signal', 'KILL', name);
    await podman('rm', name);
    await start();
    await expect.poll(isHealthy, { timeout: 90_000, interval: 1_000 }).toBe(true);
    const person = await signIn(portal, email, password);
    const orders = await portal.call('GET', '/account/orders/', { token: person.access });
    expect(orders.body.count).toBe(1);
    await podman('stop', '--time', '40', name);
    expect(await podman('inspect', '--format', '{{.State.ExitCode}}', name)).toBe('0');
  },
);
