// `npm run bench:peers`: the portal beside a peer project: the same calls in the same run, in alternating rounds. Starts a portal, fills it with as
// many orders as the peer has (stored in SHOP_DIR if set), and hands both to the peer's own script. PEERS is the folder beside the project; the
// Debian packages it needs are listed at the top of its run.sh. SIZE sets the orders, and all settings of run.sh apply (WORKLOADS, ROUNDS …).
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
