// The portal backend of deploy/cluster/haproxy.cfg in front of two servers that report which of them responded.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { afterFile } from '../support/leftovers.ts';
import { makeDataDir, root } from './process.ts';

async function startServer(name: string): Promise<Server> {
  const server = createServer((_, answer) => answer.end(name));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  afterFile(() => void server.close());
  return server;
}

async function startBalancer(servers: Record<string, Server>): Promise<string> {
  const port = await freePort();
  const lines = Object.entries(servers).map(
    ([name, server]) => `  server ${name} 127.0.0.1:${(server.address() as AddressInfo).port} check`,
  );
  const config = readFileSync(join(root, 'deploy/cluster/haproxy.cfg'), 'utf8')
    .replace(/^listen primary[\s\S]*?(?=^listen portals)/m, '')
    .replace('{{webAddress}}:{{webPort}}', `127.0.0.1:${port}`)
    .replace('{{webServers}}', lines.join('\n'));
  const file = join(makeDataDir(), 'haproxy.cfg');
  writeFileSync(file, config);
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' });
  const ended = new Promise((done) => child.once('close', done));
  afterFile(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return `http://127.0.0.1:${port}`;
}

it.skipIf(spawnSync('haproxy', ['-v']).status !== 0)(
  'keeps a browser on one portal until that portal is gone (where haproxy is installed)',
  { timeout: 30_000 },
  async () => {
    const servers = { web1: await startServer('web1'), web2: await startServer('web2') };
    const origin = await startBalancer(servers);
    const ask = async (cookie?: string) => {
      const answer = await fetch(origin, cookie === undefined ? {} : { headers: { cookie } });
      return {
        name: await answer.text(),
        status: answer.status,
        cookie: answer.headers.get('set-cookie')?.split(';')[0],
      };
    };
    await expect.poll(() => ask().then(({ status }) => status, String)).toBe(200);
    const firsts = [await ask(), await ask(), await ask(), await ask()];
    expect(new Set(firsts.map(({ name }) => name))).toEqual(new Set(['web1', 'web2']));
    const { name, cookie } = firsts[0]!;
    for (let time = 0; time < 4; time += 1) expect(await ask(cookie)).toMatchObject({ name, status: 200 });

    const stopped = servers[name as 'web1' | 'web2'];
    stopped.closeAllConnections();
    await new Promise((done) => stopped.close(done));
    await expect
      .poll(() => ask(cookie))
      .toMatchObject({ name: name === 'web1' ? 'web2' : 'web1', status: 200 });
  },
);
