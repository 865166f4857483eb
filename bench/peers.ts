// `npm run bench:peers`: the portal compared with a peer project: the same requests in the same run, in alternating rounds. Starts a portal, fills it with as
// many orders as the peer has (stored in SHOP_DIR if set), and hands both to the peer's own script. PEERS is the peer's folder; the
// Debian packages it needs are listed at the top of its run.sh. SIZE sets the orders, and all settings of run.sh apply (WORKLOADS, ROUNDS …).
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { syntheticPeople } from '../src/server/registry/synthetic.ts';
import { fillShopOnce, startBenchPortal } from './portal.ts';

const peers = process.env.PEERS ?? join(import.meta.dirname, '../../shared/peers');
if (!existsSync(join(peers, 'run.sh'))) {
  process.stderr.write(`There is no peer in ${peers}: set PEERS to its folder.\n`);
  process.exit(1);
}
const size = Number(process.env.SIZE ?? 100_000);

/**
 * A copy of the peer's folder whose TIN workload runs against the portal too: there a TIN must be one of the registry's people, and the same
 * customer gets a bought certificate again instead of a new one. Lookups of one number at the same time count as guesses and are slowed down, so each
 * call asks for another.
 */
function withTins(folder: string): string {
  const copy = join(folder, 'peer');
  cpSync(peers, copy, { recursive: true });
  const script = join(copy, 'bench.mjs');
  let text = readFileSync(script, 'utf8');
  const replace = (from: RegExp, to: string) => {
    if (!from.test(text)) throw new Error(`The peer's bench.mjs has changed: ${from}`);
    text = text.replace(from, () => to);
  };
  replace(
    /^const tinDocument = .*$/m,
    `const tins = ${JSON.stringify(syntheticPeople.map(({ tin }) => tin))};
let tinCalls = 0;
const makeTin = (tin) => makeDocument('/account/extract-tin-data/', () => JSON.stringify({ tin_number: tin }), '/tin-certificate/', [200, 201], (a) => a.file_code);
const tinDocument = (target, client, n) => {
  if (target.name === 'peer') return makeTin(digits(12))(target, client, n);
  const call = tinCalls++;
  return makeTin(tins[(7 * call + Math.floor(call / target.people.customers.length)) % tins.length])(target, client, call);
};`,
  );
  replace(/(?<='document-tin-8': loop\(8, \['customers'\], tinDocument), \{ only: 'peer' \}/, '');
  writeFileSync(script, text);
  return copy;
}

const portal = await startBenchPortal({}, process.env.SHOP_DIR);
try {
  const filled = await fillShopOnce(portal, {
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
  run('bash', [join(withTins(folder), 'run.sh')], {
    SIZES: String(size),
    PORTAL_BASE: portal.origin,
    PORTAL_USERS: users,
    // The database is a child process of the portal, so naming it as well would count it twice.
    PORTAL_PIDS: String(portal.pids[0]),
  });
} finally {
  await portal.stop();
}
