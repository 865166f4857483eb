// Replaces the current data with restored and proven data. It may be killed between any two steps; the next restore continues where it stopped.
import { existsSync, rmSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Folders inside DATA_DIR. */
export const folders = ['postgres', 'files', 'keys', 'anchors'];
/** Folder inside DATA_DIR that holds restored data until it has been proven. */
export const stagingName = 'restoring';

/** @returns a sentence if a running restore holds the folder's lock */
export const describeRunningRestore = (into: string): string | undefined =>
  existsSync(join(into, stagingName))
    ? `a backup is being restored into ${into}: wait until npm run restore has ended. Nothing was done.`
    : undefined;

export const hasEntries = async (folder: string): Promise<boolean> =>
  (await readdir(folder).catch(() => [])).length > 0;

const readyFile = (into: string) => join(into, stagingName, 'ready.json');

interface Ready {
  readonly restored: object;
  readonly staged: readonly string[];
  /** Folder that the current data is moved to. */
  readonly aside: string;
}

/** Whether proven data is waiting to be installed. */
export const isReady = (into: string): boolean => existsSync(readyFile(into));

/** Removes unproven data of a killed restore. Call while holding the folder's lock. */
export function removeUnproven(into: string): void {
  if (!isReady(into)) rmSync(join(into, stagingName), { recursive: true, force: true });
}

/** @param restored returned by `installRestored`, even if another process finishes it */
export async function markReady(into: string, restored: object): Promise<void> {
  const aside = join(into, `before-restore-${new Date().toISOString().replaceAll(':', '-')}`);
  const staged = folders.filter((name) => existsSync(join(into, stagingName, name)));
  const ready: Ready = { restored, staged, aside };
  await writeFile(`${readyFile(into)}.part`, JSON.stringify(ready), { mode: 0o600 });
  await rename(`${readyFile(into)}.part`, readyFile(into));
}

/** @returns what `markReady` was given, and the folder that the previous data was moved to */
export async function installRestored<Restored>(
  into: string,
): Promise<Restored & { movedTo: string | undefined }> {
  const staging = join(into, stagingName);
  const { restored, staged, aside } = JSON.parse(await readFile(readyFile(into), 'utf8')) as Ready;
  for (const name of folders) {
    const isMovedIn = staged.includes(name) && !existsSync(join(staging, name));
    if (isMovedIn) continue;
    if (await hasEntries(join(into, name))) {
      await mkdir(aside, { recursive: true, mode: 0o700 });
      await rename(join(into, name), join(aside, name));
    }
    if (!staged.includes(name)) continue;
    await rm(join(into, name), { recursive: true, force: true });
    await rename(join(staging, name), join(into, name));
  }
  await rm(staging, { recursive: true, force: true });
  return { ...(restored as Restored), movedTo: existsSync(aside) ? aside : undefined };
}
