// Makes parts of a cluster fail under load, and counts what was lost or duplicated.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { Load } from './load.ts';
import { waitFor } from './parts.ts';

const root = join(import.meta.dirname, '../..');
const customers = 8;
const calmMs = 10_000;
const allowedSeconds = 30;

interface Fault {
  readonly name: string;
  readonly needsNetwork?: boolean;
  /** @returns a function that undoes it as an operator would; called once writing works again */
  begin(cluster: Cluster): Promise<() => Promise<void>>;
}

async function primaryOf(cluster: Cluster): Promise<string> {
  let name: string | undefined;
  await waitFor('a primary', 60, async () => {
    name = await cluster.findPrimary();
    return name !== undefined;
  });
  return name!;
}

const faults: readonly Fault[] = [
  {
    name: 'the primary killed, with its Patroni',
    async begin(cluster) {
      const name = await primaryOf(cluster);
      cluster.signalNode(name, 'SIGKILL');
      return async () => cluster.startNode(name);
    },
  },
  {
    name: 'a portal killed',
    async begin(cluster) {
      cluster.signalWeb('web2', 'SIGKILL');
      return () => cluster.startWeb('web2');
    },
  },
  {
    name: 'the primary’s machine frozen, and thawed once another has taken over',
    async begin(cluster) {
      const name = await primaryOf(cluster);
      cluster.signalNode(name, 'SIGSTOP');
      return async () => cluster.signalNode(name, 'SIGCONT');
    },
  },
  {
    name: 'the primary’s machine cut off the network, and back once another has taken over',
    needsNetwork: true,
    async begin(cluster) {
      const name = await primaryOf(cluster);
      cluster.network!.cut(name);
      return async () => cluster.network!.join(name);
    },
  },
  {
    name: 'a replica killed that commits waited for',
    async begin(cluster) {
      const name = await cluster.findSynchronous();
      cluster.signalNode(name, 'SIGKILL');
      return async () => cluster.startNode(name);
    },
  },
];

/** @returns seconds without an acknowledged write around the fault, and until all live channels were open again */
async function measureFault(cluster: Cluster, load: Load, fault: Fault) {
  const failedBefore = load.failed;
  const from = performance.now();
  const undo = await fault.begin(cluster);
  await waitFor(`a write after: ${fault.name}`, 120, async () =>
    load.written.some(({ sentAt, doneAt }) => sentAt > from + 1_000 && doneAt > from),
  );
  await waitFor('live channels', 120, async () => load.areAllChannelsOpen);
  const channelSeconds = (performance.now() - from) / 1000;
  await undo();
  await cluster.waitForReplicas();
  await pause(calmMs);
  const times = [from, ...load.written.map(({ doneAt }) => doneAt).filter((at) => at >= from)];
  const longestGap = Math.max(...times.slice(1).map((at, index) => at - times[index]!)) / 1000;
  return { longestGap, channelSeconds, failed: load.failed - failedBefore };
}

/** @returns whether nothing was lost or duplicated, and each gap was short enough */
export async function proveCluster(cluster: Cluster): Promise<boolean> {
  const load = new Load(cluster.origin);
  await load.start(customers);
  await pause(calmMs);
  const isSlow: boolean[] = [];
  process.stdout.write(
    'fault | longest time without a write, s | calls made again | channels open after, s\n--- | ---: | ---: | ---:\n',
  );
  for (const fault of faults) {
    if (fault.needsNetwork && !cluster.network) {
      process.stdout.write(`${fault.name} | not made: only root with iproute2 can cut a network | | \n`);
      continue;
    }
    const { longestGap, channelSeconds, failed } = await measureFault(cluster, load, fault);
    isSlow.push(longestGap > allowedSeconds);
    process.stdout.write(
      `${fault.name} | ${longestGap.toFixed(1)} | ${failed} | ${channelSeconds.toFixed(1)}\n`,
    );
  }
  await load.stop();
  const differences = await load.compare();
  for (const difference of differences) process.stdout.write(`${difference}\n`);
  const audit = spawnSync(process.execPath, ['scripts/audit-ledger.ts'], {
    cwd: root,
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: cluster.ownerUrl,
      DATA_DIR: join(cluster.layout.folder, 'web1'),
    },
  });
  process.stdout.write(`${audit.stdout.trim()}\n${audit.stderr.trim()}\n`);
  process.stdout.write(
    `${load.acknowledgedOrders} orders and ${load.recharges} recharges acknowledged; ${differences.length} differences; books ${audit.status === 0 ? 'balance' : 'DO NOT balance'}\n`,
  );
  return differences.length === 0 && audit.status === 0 && !isSlow.includes(true);
}
