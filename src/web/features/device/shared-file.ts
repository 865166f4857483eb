// A file that another app shared with the portal: left by the service worker, handed to the form that the person chooses.
import { createStore } from '../../lib/store.ts';
import { openDeviceStore } from './store.ts';

const longestMs = 3_600_000;
/** Nobody's: whoever holds the phone has just shared it. */
const owner = 0;

/** @returns undefined when there is none, or only one that nobody fetched for an hour */
export async function findShared(): Promise<File | undefined> {
  const store = await openDeviceStore('shared', owner).catch(() => undefined);
  try {
    const [item] = (await store?.list()) ?? [];
    if (!item || Date.now() - item.at > longestMs) return undefined;
    const bytes = await store?.read(item.name);
    if (!bytes) return undefined;
    const type = String(item.marks.type);
    return new File([bytes], type === 'application/pdf' ? 'shared.pdf' : 'shared.jpg', { type });
  } finally {
    store?.close();
  }
}

export async function dropShared(): Promise<void> {
  handed.set(undefined);
  const store = await openDeviceStore('shared', owner).catch(() => undefined);
  await store?.decide('file', () => 'remove').catch(() => undefined);
  store?.close();
}

/** On its way from the choice to the form. */
const handed = createStore<File | undefined>(undefined);
export const handOver = handed.set;

/** Gives it to the first that asks for its kind. */
export function takeHanded(kind: 'pdf' | 'picture'): File | undefined {
  const file = handed.get();
  if (!file || (file.type === 'application/pdf') !== (kind === 'pdf')) return undefined;
  handed.set(undefined);
  return file;
}
