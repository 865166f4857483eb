// Once per run: a real PostgreSQL with a migrated database that every test file clones, and a sealing key.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { generateSealKey } from '#engines/rendering/seal-key.ts';
import { type Binaries, startEmbeddedDatabase } from '#server/platform/database/embedded.ts';
import { migrate } from '#server/platform/database/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    clusterUrl: string;
    /** The same cluster with the application's login, which owns nothing. */
    applicationUrl: string;
    /** In the format in which a portal stores it; generating one takes longer than the rest of a start. */
    sealKey: string;
    /** Folder in which the first worker that starts a portal as a process creates the database that all others copy. */
    madeFolder: string;
  }
}

/** `npm run test:postgres` names the package of another major version. */
async function findOtherVersion(): Promise<Binaries | undefined> {
  const entry = process.env.TEST_POSTGRES;
  return entry === undefined ? undefined : ((await import(entry)) as Binaries);
}

export const templateName = 'portal_template';

export function withDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

/** Finds portals that tests of this run started as processes of their own. */
function findPortals(): number[] {
  if (!existsSync('/proc/self/environ')) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const [command, environment] = ['cmdline', 'environ'].map((name) =>
          readFileSync(`/proc/${pid}/${name}`, 'utf8').split('\0'),
        );
        return command!.includes('src/server/start.ts') && environment!.includes(`TMPDIR=${tmpdir()}`);
      } catch {
        // It has ended, or belongs to another user.
        return false;
      }
    })
    .map(Number);
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'nothipotro-tests-'));
  const cluster = await startEmbeddedDatabase(folder, {
    settings: ['max_connections=300'],
    binaries: await findOtherVersion(),
    // Some tests put a proxy in front of it.
    tcp: true,
  });
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  await client.query(`create database ${templateName}`);
  await client.end();
  await migrate(withDatabase(cluster.url, templateName));
  const application = new URL(cluster.url);
  application.username = 'tests_login';
  application.password = 'of-the-tests';
  const administrator = new pg.Client({ connectionString: cluster.url });
  await administrator.connect();
  await administrator.query(
    `create role tests_login login inherit password 'of-the-tests' in role nothipotro_app`,
  );
  await administrator.end();
  project.provide('applicationUrl', application.href);
  project.provide('clusterUrl', cluster.url);
  project.provide('madeFolder', `${folder}-made`);
  project.provide('sealKey', JSON.stringify(await generateSealKey('Nothipotro')));
  return async () => {
    const left = findPortals();
    for (const pid of left) process.kill(pid, 'SIGKILL');
    await cluster.stop();
    for (const made of [folder, `${folder}-made`]) rmSync(made, { recursive: true, force: true });
    if (left.length > 0) throw new Error(`Tests left portals running: ${left.join(', ')}`);
  };
}
