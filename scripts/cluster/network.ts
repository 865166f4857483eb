// A network for the database nodes, from which one can be cut off: a bridge, and for each node a network namespace with an address. Only root can create it;
// otherwise all nodes share the loopback and none can be cut off.
import { execFileSync } from 'node:child_process';
import { userInfo } from 'node:os';

export interface Network {
  /** Of the machine that holds everything else. */
  readonly address: string;
  /** All addresses, for who may connect. */
  readonly range: string;
  addressOf(machine: string): string;
  /** What to put before a command so that it runs on the machine, as that user. */
  commandOn(machine: string, account: { uid: number; gid: number }): readonly string[];
  cut(machine: string): void;
  join(machine: string): void;
  remove(): void;
}

const ip = (...args: readonly string[]) => execFileSync('ip', args, { stdio: 'pipe' });

/** Removes a network interface or namespace if it exists. */
function removeQuietly(...args: readonly string[]): void {
  try {
    ip(...args);
  } catch {
    // It never was.
  }
}

/** @returns undefined if none can be created */
export function makeNetwork(machines: readonly string[]): Network | undefined {
  if (userInfo().uid !== 0) return undefined;
  const mark = `nth${process.pid % 100_000}`;
  const prefix = `10.${230 + (process.pid % 20)}.${process.pid % 250}`;
  const namespaceOf = (machine: string) => `${mark}-${machine}`;
  /** The end of the cable at the bridge; names of interfaces have at most 15 letters. */
  const cableOf = (machine: string) => `${mark}h${machines.indexOf(machine)}`;
  const addressOf = (machine: string) => `${prefix}.${10 + machines.indexOf(machine)}`;
  const remove = () => {
    for (const machine of machines) removeQuietly('netns', 'delete', namespaceOf(machine));
    removeQuietly('link', 'delete', mark);
  };
  try {
    ip('link', 'add', mark, 'type', 'bridge');
    ip('address', 'add', `${prefix}.1/24`, 'dev', mark);
    ip('link', 'set', mark, 'up');
    for (const machine of machines) {
      const [namespace, cable] = [namespaceOf(machine), cableOf(machine)];
      ip('netns', 'add', namespace);
      ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace);
      ip('link', 'set', cable, 'master', mark, 'up');
      ip('-netns', namespace, 'address', 'add', `${addressOf(machine)}/24`, 'dev', 'eth0');
      ip('-netns', namespace, 'link', 'set', 'eth0', 'up');
      ip('-netns', namespace, 'link', 'set', 'lo', 'up');
    }
  } catch {
    remove();
    return undefined;
  }
  return {
    address: `${prefix}.1`,
    range: `${prefix}.0/24`,
    addressOf,
    commandOn: (machine, { uid, gid }) => [
      ...['ip', 'netns', 'exec', namespaceOf(machine)],
      ...['setpriv', '--reuid', String(uid), '--regid', String(gid), '--clear-groups'],
    ],
    cut: (machine) => void ip('link', 'set', cableOf(machine), 'down'),
    join: (machine) => void ip('link', 'set', cableOf(machine), 'up'),
    remove,
  };
}
