// Whether each connection to an address has a session of its own, which locks and LISTEN need beyond one transaction.
import type pg from 'pg';
import { connectClient } from '../connect.ts';

async function getBackendPid(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]!.pid;
}

/** A pooler in transaction mode lets two connections take turns in one session, or one of them wander through several. */
export async function hasDedicatedSessions(url: string): Promise<boolean> {
  const [one, other] = [await connectClient(url), await connectClient(url)];
  try {
    const first = await getBackendPid(one);
    if ((await getBackendPid(other)) === first) return false;
    // Where the pooler takes its sessions in turn, not each second one is the same.
    return (await getBackendPid(one)) === first && (await getBackendPid(one)) === first;
  } finally {
    await Promise.all([one.end(), other.end()]);
  }
}
