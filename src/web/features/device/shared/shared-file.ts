// A file that another app shared with the portal: stored by the service worker and passed to the form that the user chooses.
import { onSessionChange, session } from '../../../lib/session.ts';
import { createStore } from '../../../lib/store.ts';
import { openStore, openUserStore } from '../kept/user-store.ts';

const longestMs = 3_600_000;
/** It belongs to no user: whoever holds the phone has just shared it. */
const owner = 0;

/** Returns the shared file. One that was not taken for an hour is removed. */
export async function findSharedFile(): Promise<File | undefined> {
  // If another user was signed in before, opening their store removes what was shared then.
  await openUserStore('outbox').catch(() => undefined);
  const store = await openStore('shared', owner).catch(() => undefined);
  try {
    const [item] = (await store?.list()) ?? [];
    if (!item) return undefined;
    if (Math.abs(Date.now() - item.at) > longestMs) {
      await store?.update(item.name, () => 'remove');
      return undefined;
    }
    const bytes = await store?.read(item.name);
    if (!bytes) return undefined;
    const type = String(item.marks.type);
    return new File([bytes], type === 'application/pdf' ? 'shared.pdf' : 'shared.jpg', { type });
  } finally {
    store?.close();
  }
}

export async function discardSharedFile(): Promise<void> {
  handed.set(undefined);
  const store = await openStore('shared', owner).catch(() => undefined);
  await store?.update('file', () => 'remove').catch(() => undefined);
  store?.close();
}

/** The file on its way from the choice to the form. */
const handed = createStore<File | undefined>(undefined);
export const handOverFile = handed.set;

onSessionChange(() => {
  if (session().status === 'signed_out') handed.set(undefined);
});

/** Returns the file to the first caller that asks for its kind. */
export function takeSharedFile(kind: 'pdf' | 'picture'): File | undefined {
  const file = handed.get();
  if (!file || (file.type === 'application/pdf') !== (kind === 'pdf')) return undefined;
  handed.set(undefined);
  return file;
}
