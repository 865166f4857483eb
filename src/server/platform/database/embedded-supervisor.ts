// Restarts the embedded PostgreSQL whenever it dies or cannot be reached.
import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;
const maxPauseMs = 10_000;
const checkMs = 10_000;

/** @param why it did not start; reported once for the same reason */
export type OnEvent = (event: 'died' | 'started' | 'not started again', why?: string) => void;

/** Starts the server, and restarts it whenever it dies or cannot be reached. @returns a function that stops it for good */
export async function keepRunning(
  start: () => Promise<ChildProcess>,
  isReachable: () => boolean,
  onEvent: OnEvent,
): Promise<() => Promise<void>> {
  let isStopping = false;
  let restarting: Promise<void> | undefined;
  let child = await start();

  async function restart(): Promise<void> {
    let said: string | undefined;
    for (let pause = 100; !isStopping; pause = Math.min(pause * 2, maxPauseMs)) {
      await wait(pause, undefined, { ref: false });
      if (isStopping) return;
      const started = await start().catch((error: Error) => {
        const [why] = error.message.split(' (20');
        if (why !== said) onEvent('not started again', why);
        said = why;
      });
      if (!started) continue;
      child = started;
      watch();
      onEvent('started');
      return;
    }
  }
  function watch(): void {
    const checking = setInterval(() => isReachable() || child.kill('SIGINT'), checkMs).unref();
    child.once('exit', () => {
      clearInterval(checking);
      if (isStopping) return;
      onEvent('died');
      restarting = restart();
    });
  }
  watch();

  return async () => {
    isStopping = true;
    await restarting;
    if (hasEnded(child)) return;
    child.ref();
    const ended = new Promise((done) => child.once('exit', done));
    child.kill('SIGINT');
    await ended;
  };
}
