// The user's own papers on the device: the pinned ones, and those opened last.
import { createStore } from '../../../lib/store.ts';
import { storageProblem } from '../storage-problem.ts';
import { isKeeping } from './keeping.ts';
import { isQuotaError, openUserStore } from './user-store.ts';

export interface KeptPaper {
  version: number;
  pinned: boolean;
}

type Papers = ReadonlyMap<number, KeptPaper>;
export const keptPapers = createStore<Papers>(new Map());

const prefix = 'paper ';
const placeOf = (id: number) => `${prefix}${id}`;
const openedKept = 20;

const readMarks = ({ version, pinned }: Readonly<Record<string, unknown>>): KeptPaper => ({
  version: Number(version),
  pinned: pinned === true,
});

async function listPapers() {
  const items = (await (await openUserStore('kept'))?.list()) ?? [];
  return items
    .filter(({ name }) => name.startsWith(prefix))
    .map(({ name, at, marks }) => ({ id: Number(name.slice(prefix.length)), at, ...readMarks(marks) }));
}

/** Reloads the list of papers on the device. */
export async function refreshKeptPapers(): Promise<void> {
  const papers = await listPapers().catch(() => []);
  keptPapers.set(new Map(papers.map(({ id, version, pinned }) => [id, { version, pinned }])));
}

/** @returns whether it is kept now; if not, `storageProblem` has the reason */
export async function keepPaper(
  file: { id: number; version: number },
  bytes: Uint8Array<ArrayBuffer>,
  pinned: boolean,
): Promise<boolean> {
  try {
    const store = await openUserStore('kept');
    // Keeping was turned off while the paper was being fetched.
    if (!store || !isKeeping()) return false;
    const isPinned = pinned || keptPapers.get().get(file.id)?.pinned === true;
    await store.put(placeOf(file.id), bytes, { version: file.version, pinned: isPinned });
    const opened = (await listPapers()).filter((paper) => !paper.pinned).sort((a, b) => b.at - a.at);
    for (const { id } of opened.slice(openedKept)) await store.update(placeOf(id), () => 'remove');
    await refreshKeptPapers();
    return true;
  } catch (error) {
    storageProblem.set(isQuotaError(error) ? 'full' : 'impossible');
    return false;
  }
}

export async function dropPaper(id: number): Promise<void> {
  await (await openUserStore('kept'))?.update(placeOf(id), () => 'remove');
  await refreshKeptPapers();
}

/** Returns the kept paper. Without a network an older version serves too. */
export async function findPaper(id: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return await (await openUserStore('kept'))?.read(placeOf(id));
  } catch {
    return undefined;
  }
}
