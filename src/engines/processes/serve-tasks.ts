// The worker side of a process pool: runs one task at a time for the parent process, and exits with it.
import { flushCompileCache } from 'node:module';
import { type ProcessAnswer, TaskRefusedError } from './process-pool.ts';

const answer = (message: ProcessAnswer) => process.send?.(message);

/** @param work may ask for more time, and throw a TaskRefusedError; any other error ends the process */
export function serveTasks<Task, Result>(
  work: (task: Task, extendTimeout: (milliseconds: number) => void) => Promise<Result>,
): void {
  process.on('message', ({ task }: { task: Task }) => {
    work(task, (milliseconds) => answer({ kind: 'longer', milliseconds })).then(
      (result) => {
        answer({ kind: 'done', result });
        // Flushed now, because the process may be killed later: code that this task compiled is cached for later processes.
        flushCompileCache();
      },
      (error: unknown) => {
        if (error instanceof TaskRefusedError)
          answer({ kind: 'refused', code: error.code, message: error.message });
        // The process cannot recover from exhausted memory or a broken module, so it exits and is replaced.
        else process.exit(70);
      },
    );
  });
  process.on('disconnect', () => process.exit(0));
  answer({ kind: 'ready' });
}
