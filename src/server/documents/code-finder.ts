// Finds our verification code in a stranger's PDF. A search that fails says nothing about the file.
import {
  PoolBusyError,
  ProcessPool,
  TaskEndedError,
  TaskRefusedError,
} from '#engines/processes/process-pool.ts';
import { Fault } from '../platform/fault.ts';

export interface CodeFinder {
  /**
   * @param owner where the file comes from: one file at a time
   * @returns a verification code whose check character is right, or undefined when the file carries none
   * @throws Fault `busy`, and `file_not_checked` for a file that is locked, too slow or too large to search
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
