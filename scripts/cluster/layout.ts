// Addresses and data folders of the cluster's parts, and their configuration from the templates in deploy/cluster.
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Network } from './network.ts';

const templates = join(import.meta.dirname, '../../deploy/cluster');
const loopback = '127.0.0.1';
const database = 'nothipotro';
const parts = 3;

export interface Node {
  readonly name: string;
  readonly address: string;
  readonly postgres: number;
  readonly rest: number;
}

export interface Layout {
  readonly folder: string;
  readonly address: string;
  readonly database: string;
  readonly password: string;
  readonly etcd: readonly { readonly name: string; readonly client: number; readonly peer: number }[];
  readonly nodes: readonly Node[];
  /** Who may connect to the databases. */
  readonly range: string;
  /** Portals and what leads to them. */
  readonly webAddress: string;
  readonly webs: readonly { readonly name: string; readonly port: number }[];
  readonly primary: number;
  readonly replicas: number;
  readonly pooler: number;
  readonly web: number;
}

function freePort(address: string): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, address, () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => done(port));
    });
  });
}

const indexes = Array.from({ length: parts }, (_, index) => index + 1);

export const nodeNames = indexes.map((index) => `node${index}`);

/** @param network without one, everything listens on the loopback */
export async function planLayout(folder: string, network: Network | undefined): Promise<Layout> {
  const address = network?.address ?? loopback;
  const ports: number[] = [];
  for (let count = 0; count < parts * 5 + 4; count += 1) {
    const port = await freePort(address);
    if (ports.includes(port)) count -= 1;
    else ports.push(port);
  }
  const next = () => ports.pop()!;
  return {
    folder,
    address,
    database,
    password: randomBytes(18).toString('base64url'),
    etcd: indexes.map((index) => ({ name: `etcd${index}`, client: next(), peer: next() })),
    nodes: nodeNames.map((name) => ({
      name,
      address: network?.addressOf(name) ?? address,
      postgres: next(),
      rest: next(),
    })),
    range: network?.range ?? `${address}/32`,
    webAddress: loopback,
    webs: indexes.map((index) => ({ name: `web${index}`, port: next() })),
    primary: next(),
    replicas: next(),
    pooler: next(),
    web: next(),
  };
}

function fill(name: string, values: Readonly<Record<string, string | number>>): string {
  return readFileSync(join(templates, name), 'utf8').replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => {
    const value = values[key];
    if (value === undefined) throw new Error(`${name}: nothing to put for ${key}`);
    return String(value);
  });
}

/** @returns paths of the files for HAProxy and PgBouncer, and of one for each Patroni */
export function writeConfiguration(layout: Layout, postgresFolder: string) {
  const { address, folder, nodes, webs } = layout;
  const common = {
    address,
    folder,
    database,
    primaryPort: layout.primary,
    replicaPort: layout.replicas,
    poolerPort: layout.pooler,
    webAddress: layout.webAddress,
    webPort: layout.web,
  };
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text, { mode: 0o644 });
    return join(folder, name);
  };
  const databaseServers = nodes
    .map(({ name, address, postgres, rest }) => `  server ${name} ${address}:${postgres} check port ${rest}`)
    .join('\n');
  write('pooler-users.txt', `"pooler" "${layout.password}"\n`);
  return {
    haproxy: write(
      'haproxy.cfg',
      fill('haproxy.cfg', {
        ...common,
        primaryServers: databaseServers,
        replicaServers: databaseServers,
        webServers: webs
          .map(({ name, port }) => `  server ${name} ${layout.webAddress}:${port} check`)
          .join('\n'),
      }),
    ),
    pgbouncer: write('pgbouncer.ini', fill('pgbouncer.ini', common)),
    patroni: nodes.map(({ name, address: own, postgres, rest }) =>
      write(
        `${name}.yml`,
        fill('patroni.yml', {
          ...common,
          address: own,
          name,
          postgresPort: postgres,
          restPort: rest,
          etcdHosts: layout.etcd.map(({ client }) => `${address}:${client}`).join(','),
          network: layout.range,
          password: layout.password,
          postgresFolder,
        }),
      ),
    ),
  };
}
