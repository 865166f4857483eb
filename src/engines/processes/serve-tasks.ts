// The other side of a process pool: a process that does one task at a time for its parent, and dies with it.
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
        // It may be killed later. What the task has compiled lazily is kept too, for the processes after it.
        flushCompileCache();
      },
      (error: unknown) => {
        if (error instanceof TaskRefusedError)
          answer({ kind: 'refused', code: error.code, message: error.message });
        // Exhausted memory or a broken module cannot be repaired from inside: exit, and be replaced.
        else process.exit(70);
      },
    );
  });
  process.on('disconnect', () => process.exit(0));
  answer({ kind: 'ready' });
}
