// The files of deploy/: the unit of systemd, the containers and their proxy agree with each other, with the documentation and with the portal.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { configErrorExitCode, readConfig } from '#server/platform/config.ts';
import { settings } from '#server/platform/config-settings.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const isInstalled = (program: string) => spawnSync(program, ['--version']).error === undefined;
const names: ReadonlySet<string> = new Set(settings.map(({ key }) => key));

const unit = read('deploy/systemd/nothipotro.service');
const valuesOf = (key: string) =>
  [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value]) => value!);
const oneOf = (key: string) => {
  const [value, ...others] = valuesOf(key);
  expect(others, key).toEqual([]);
  expect(value, key).toBeDefined();
  return value!;
};

/** What a stop may take at most, as src/server/start.ts limits it. */
function longestStopSeconds(): number {
  const [, milliseconds] = /process\.exit\(1\), ([\d_]+) \+ config\.DRAIN_SECONDS \* 1000/.exec(
    read('src/server/start.ts'),
  )!;
  const most = Array.from({ length: 1_000 }, (_, seconds) => seconds).findLast((seconds) => {
    try {
      return readConfig({ DRAIN_SECONDS: String(seconds) });
    } catch {
      return false;
    }
  })!;
  return Number(milliseconds!.replace('_', '')) / 1000 + most;
}

describe('the unit of systemd', () => {
  const manual = read('docs/operations.md').split('### As a systemd service')[1]!.split('\n## ')[0]!;

  it('keeps the database’s socket where a command outside the service finds it', () => {
    expect(oneOf('PrivateTmp')).toBe('yes');
    expect(valuesOf('Environment')).toContain(`TMPDIR=/var/cache/${oneOf('CacheDirectory')}`);
  });

  it('starts what reads the settings that the commands read, and leaves them all to it', () => {
    const [program, script] = oneOf('ExecStart').split(' ');
    const folder = oneOf('WorkingDirectory');
    expect(program).toBe(`${folder}/node_modules/.bin/node`);
    expect(read(script!)).toContain('takeSettings(root)');
    expect(valuesOf('EnvironmentFile')).toEqual([]);
    const set = valuesOf('Environment').flatMap((line) => line.split(' ').map((pair) => pair.split('=')[0]!));
    expect(set.length).toBeGreaterThan(0);
    expect(set.filter((name) => names.has(name))).toEqual([]);
  });

  it('is not started again with a wrong setting', () => {
    expect(oneOf('Restart')).toBe('always');
    expect(oneOf('RestartPreventExitStatus')).toBe(String(configErrorExitCode));
  });

  it('gives a stop the time that it may take', () => {
    const [, compose] = /stop_grace_period: (\d+)s/.exec(read('deploy/container/compose.yaml'))!;
    for (const seconds of [Number(oneOf('TimeoutStopSec')), Number(compose)])
      expect(seconds).toBeGreaterThan(longestStopSeconds());
  });

  it('leaves no memory of a crash on the disk: it holds keys and personal data', () => {
    expect(oneOf('LimitCORE')).toBe('0');
    expect(read('deploy/container/compose.yaml')).toMatch(/^ {4}ulimits: \{ core: 0 \}$/m);
  });

  it('is installed as the documentation says', () => {
    const user = oneOf('User');
    const folder = oneOf('WorkingDirectory');
    const home = `/var/cache/${oneOf('CacheDirectory')}`;
    const data = `/var/lib/${oneOf('StateDirectory')}`;
    // A home in DATA_DIR would be filled by npm, and a restore wants it empty; without one npm cannot install.
    expect(manual).toContain(`useradd --system --create-home --home-dir ${home} ${user}\n`);
    expect(manual).toContain(`git clone ADDRESS ${folder}\nchown -R ${user}: ${folder}\ncd ${folder}\n`);
    expect(manual).toContain(`DATA_DIR=${data}`);
    expect(manual).toContain(`install -d -o ${user} -m 0700 ${data}`);
    expect(manual).toContain(`BACKUP_TO=${oneOf('ReadWritePaths').replace('-', '')}\``);
    const [, copied] = /^cp (\S+) \/etc\/systemd\/system\/$/m.exec(manual)!;
    expect(existsSync(join(root, copied!))).toBe(true);
    const used = [...manual.matchAll(/`?\b([A-Z]+_[A-Z_]+)\b/g)].map(([, name]) => name!);
    expect(used.length).toBeGreaterThan(3);
    expect(used.filter((name) => !names.has(name))).toEqual([]);
  });

  it.skipIf(!isInstalled('systemd-analyze'))(
    'is right to systemd, and as confined as the documentation says (where systemd-analyze is installed)',
    () => {
      const path = join(mkdtempSync(join(tmpdir(), 'nothipotro-unit-')), 'nothipotro.service');
      writeFileSync(path, unit.replaceAll(oneOf('WorkingDirectory'), root));
      const verified = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' });
      const own = verified.stderr.split('\n').filter((line) => line.includes('nothipotro.service'));
      expect([verified.status, own]).toEqual([0, []]);

      const [, version] = /^systemd (\d+)/.exec(
        execFileSync('systemd-analyze', ['--version'], { encoding: 'utf8' }),
      )!;
      const rated = spawnSync('systemd-analyze', ['security', '--offline=true', '--no-pager', path], {
        encoding: 'utf8',
      });
      const [, exposure] = /Overall exposure level for \S+: ([\d.]+)/.exec(rated.stdout)!;
      const [, said] = new RegExp(`([\\d.]+)(?: of 10)? with (?:systemd )?${version} `).exec(manual) ?? [];
      if (said === undefined) expect(Number(exposure)).toBeLessThan(2);
      else expect(exposure).toBe(said);
    },
  );
});

describe('the containers', () => {
  const compose = read('deploy/container/compose.yaml');
  const caddyfile = read('deploy/container/Caddyfile');
  const image = read('deploy/container/Containerfile');
  const partOf = (name: string) =>
    new RegExp(`^  ${name}:\\n((?:    .*\\n| *#.*\\n)+)`, 'm').exec(compose)![1]!;
  const addressOf = (name: string) => /ipv4_address: ([\d.]+)/.exec(partOf(name))![1]!;

  it('the proxy finds the portal, and the portal trusts the proxy alone', () => {
    const [, port] = /\bPORT=(\d+)/.exec(image)!;
    expect(caddyfile).toContain(`reverse_proxy ${addressOf('portal')}:${port} {`);
    expect(image).toContain(`EXPOSE ${port}\n`);
    expect(image).toMatch(/\bHOST=0\.0\.0\.0\b/);
    expect(partOf('portal')).toContain(`TRUST_PROXY: ${addressOf('caddy')}\n`);
    expect(caddyfile).toMatch(/^\{\$SHOP\} \{$/m);
    expect(partOf('caddy')).toMatch(/^ +environment: \{ SHOP: "\$\{SHOP\}" \}$/m);
    expect(partOf('caddy')).toContain('./Caddyfile:/etc/caddy/Caddyfile:ro');
  });

  it('sets what are settings, and keeps what the image declares as data', () => {
    const set = [...partOf('portal').matchAll(/^ {6}([A-Z_]+): /gm)].map(([, name]) => name!);
    expect(set).toEqual(['PUBLIC_ORIGIN', 'TRUST_PROXY']);
    expect(set.filter((name) => !names.has(name))).toEqual([]);
    const [, data] = /^VOLUME (\S+)$/m.exec(image)!;
    expect(partOf('portal')).toContain(`"data:${data}"`);
    expect(image).toContain(`DATA_DIR=${data} `);
  });

  it.skipIf(!isInstalled('caddy'))(
    'the file of the proxy is right to Caddy (where caddy is installed)',
    () => {
      const path = join(root, 'deploy/container/Caddyfile');
      const adapted = execFileSync('caddy', ['adapt', '--config', path, '--validate'], {
        encoding: 'utf8',
        env: { ...process.env, SHOP: 'shop.example' },
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const { servers } = JSON.parse(adapted).apps.http;
      expect(servers.srv0.listen).toEqual([':443']);
      expect(servers.srv0.routes[0].match).toEqual([{ host: ['shop.example'] }]);
    },
  );
});
