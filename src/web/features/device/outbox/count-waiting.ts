// Counts the requests waiting in the outbox of this device. It does not use the store's code, so that every page can ask before it signs out.
import { impersonation } from '../../../lib/impersonation.ts';
import { session } from '../../../lib/session.ts';

const requestResult = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function count(ownerId: number): Promise<number> {
  const request = indexedDB.open('device-outbox');
  // There is no outbox: do not create one.
  request.onupgradeneeded = () => request.transaction?.abort();
  const database = await requestResult(request);
  try {
    const contents = database.transaction(['owner', 'items']);
    const owner = await requestResult<{ id: number } | undefined>(contents.objectStore('owner').get('owner'));
    return owner?.id === ownerId ? await requestResult(contents.objectStore('items').count()) : 0;
  } finally {
    database.close();
  }
}

/** Longest wait of a sign-out for a browser whose storage hangs. */
const patienceMs = 2_000;

/** Returns 0 if nothing can be kept. */
export async function countWaiting(): Promise<number> {
  const now = session();
  if (now.status !== 'signed_in' || now.isAdmin || impersonation()) return 0;
  const inTime = new Promise<number>((resolve) => setTimeout(resolve, patienceMs, 0));
  return Promise.race([count(now.user.id).catch(() => 0), inTime]);
}
