// Finds out whether each connection to an address has a session of its own. Locks and LISTEN that outlast a transaction need one.
import type pg from 'pg';
import { connectClient } from '../connect.ts';

async function getBackendPid(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]!.pid;
}

/** Behind a pooler in transaction mode, two connections may share one session, or one connection may move between several. */
export async function hasDedicatedSessions(url: string): Promise<boolean> {
  const [one, other] = [await connectClient(url), await connectClient(url)];
  try {
    const first = await getBackendPid(one);
    if ((await getBackendPid(other)) === first) return false;
    // A pooler that rotates its sessions may return the same one twice by chance.
    return (await getBackendPid(one)) === first && (await getBackendPid(one)) === first;
  } finally {
    await Promise.all([one.end(), other.end()]);
  }
}
