// Finds our verification code in an untrusted PDF. A search that fails proves nothing about the file.
import {
  PoolBusyError,
  ProcessPool,
  TaskEndedError,
  TaskRefusedError,
} from '#engines/processes/process-pool.ts';
import { Fault } from '../platform/fault.ts';

export interface CodeFinder {
  /**
   * @param owner who sent the file; each owner's files are searched one at a time
   * @returns a verification code whose check character is right; undefined if the file contains none
   * @throws Fault `busy`, and `file_not_checked` for a file that is locked, or takes too long or is too large to search
   */
  find(pdf: Buffer, owner: string): Promise<string | undefined>;
  close(): Promise<void>;
}

export function createCodeFinder(): CodeFinder {
  const pool = new ProcessPool<Uint8Array, string | undefined>({
    program: new URL('./code-process.ts', import.meta.url),
    processes: 1,
    waiting: 16,
    waitingEach: 2,
    waitMilliseconds: 20_000,
    milliseconds: 10_000,
    residentMegabytes: 700,
    idleMilliseconds: 60_000,
  });
  return {
    async find(pdf, owner) {
      try {
        return await pool.run(pdf, owner);
      } catch (error) {
        if (error instanceof PoolBusyError) throw new Fault('busy', {}, 5);
        if (error instanceof TaskEndedError || error instanceof TaskRefusedError)
          throw new Fault('file_not_checked');
        throw error;
      }
    },
    close: () => pool.close(),
  };
}
