// Puts an earlier release in place. It keeps the current database; the copy from before the upgrade is used only if the earlier release cannot run with
// the current one.
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { type Clone, ReleaseError } from './clone.ts';

export interface RollbackOptions {
  readonly clone: Clone;
  readonly dataDir: string;
  readonly publicOrigin: string;
  readonly commit: string;
  /** The copy of the database, and whether it may be put in place. */
  readonly copy: string | null;
  readonly mayUseCopy: boolean;
}

/** Names the running process, for a message. */
export function processOf(dataDir: string): string {
  const file = join(dataDir, 'portal.pid');
  return existsSync(file) ? ` (process ${readFileSync(file, 'utf8').trim()})` : '';
}

/** @returns whether the current database was kept or replaced by the copy @throws ReleaseError if the release runs with neither */
export async function rollBack(wanted: RollbackOptions): Promise<'kept' | 'copy'> {
  const { clone, dataDir, publicOrigin, commit, copy, mayUseCopy } = wanted;
  clone.checkOut(commit);
  await clone.run('build-web.ts');
  try {
    await clone.smokeTest(publicOrigin);
    return 'kept';
  } catch (error) {
    const isCopied = copy !== null && existsSync(join(dataDir, copy));
    if (!mayUseCopy || !isCopied) throw error;
    // Nothing is deleted: what is there now stays beside it.
    const aside = `postgres-${Date.now()}`;
    // Not there when an earlier rollback was killed here.
    if (existsSync(join(dataDir, 'postgres'))) renameSync(join(dataDir, 'postgres'), join(dataDir, aside));
    renameSync(join(dataDir, copy), join(dataDir, 'postgres'));
    try {
      await clone.smokeTest(publicOrigin);
    } catch (second) {
      renameSync(join(dataDir, 'postgres'), join(dataDir, copy));
      if (existsSync(join(dataDir, aside))) renameSync(join(dataDir, aside), join(dataDir, 'postgres'));
      throw new ReleaseError(
        `${clone.nameOf(commit)} does not run with the copy either: ${(second as Error).message}`,
      );
    }
    return 'copy';
  }
}
