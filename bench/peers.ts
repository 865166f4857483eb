// `npm run bench:peers`: the portal beside the peer, the same calls in the same run, rounds in turn. Starts a portal, fills it with as many orders as the
// peer has (kept in SHOP_DIR when that is set), and hands both to the peer's own script. Its folder is PEERS, which stands beside the project; what it
// needs of Debian packages stands in the head of its run.sh. SIZE orders, and all the settings of run.sh (WORKLOADS, ROUNDS …).
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillOnce, startBenchPortal } from './portal.ts';

const peers = process.env.PEERS ?? join(import.meta.dirname, '../../shared/peers');
if (!existsSync(join(peers, 'run.sh'))) {
  process.stderr.write(`There is no peer in ${peers}: set PEERS to its folder.\n`);
  process.exit(1);
}
const size = Number(process.env.SIZE ?? 100_000);
const portal = await startBenchPortal({ APPROVAL_SUM: '1000000000' }, process.env.SHOP_DIR);
try {
  const filled = await fillOnce(portal, {
    users: size,
    orders: size,
    entries: 4 * size,
    files: size,
    acts: size,
  });
  process.stdout.write(`The portal's shop: ${filled}\n`);
  const folder = mkdtempSync(join(tmpdir(), 'nothipotro-peers-'));
  const users = join(folder, 'users.json');
  const run = (command: string, parts: readonly string[], settings: Record<string, string> = {}) => {
    const { status } = spawnSync(command, parts, { stdio: 'inherit', env: { ...process.env, ...settings } });
    if (status !== 0) throw new Error(`${command} ended with ${status}`);
  };
  const staff = ['--staff', 'admin@nothipotro.test', '--password', portal.adminPassword];
  run(process.execPath, [
    join(peers, 'bench.mjs'),
    'prepare',
    '--base',
    portal.origin,
    ...staff,
    '--out',
    users,
  ]);
  run('bash', [join(peers, 'run.sh')], {
    SIZES: String(size),
    PORTAL_BASE: portal.origin,
    PORTAL_USERS: users,
    PORTAL_PIDS: portal.pids.join(','),
  });
} finally {
  await portal.stop();
}
