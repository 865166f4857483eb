// A simulator of bKash's API in its own process, and its controls.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { SimulatedPayment } from '../../scripts/bkash-simulator/books.ts';
import type { NoticeChange } from '../../scripts/bkash-simulator/notices.ts';
import type { FaultKind, PlannedFault } from '../../scripts/bkash-simulator/server.ts';
import { bareEnvironment } from './bare-environment.ts';

interface OperationView {
  counts: Record<string, number>;
  fired: Record<string, number>;
  refreshes: number;
  planned: number;
  payments: SimulatedPayment[];
}

export interface Bkash {
  origin: string;
  /** The settings with which a portal uses it. */
  settings: Record<string, string>;
  look(): Promise<OperationView>;
  plan(...faults: PlannedFault[]): Promise<OperationView>;
  chaos(rate: number, kinds: FaultKind[], calls: PlannedFault['call'][]): Promise<OperationView>;
  moveClock(seconds: number): Promise<OperationView>;
  /** Changes the simulator's record of a payment. */
  change(payment: Partial<SimulatedPayment> & { paymentID: string }): Promise<OperationView>;
  /** @returns the portal's response status */
  notify(url: string, paymentID: string, change?: NoticeChange): Promise<number>;
  press(paymentID: string, action: 'pay' | 'fail' | 'cancel'): Promise<Response>;
  settlementCsv(): Promise<string>;
  stop(): Promise<void>;
}

export async function startBkash(): Promise<Bkash> {
  const root = join(import.meta.dirname, '../..');
  const child = spawn(process.execPath, ['scripts/bkash-simulator.ts'], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: bareEnvironment(),
  });
  const settings = await new Promise<Record<string, string>>((done, failed) => {
    child.stdout.once('data', (line: Buffer) => done(JSON.parse(line.toString())));
    child.once('exit', () => failed(new Error('the simulator ended')));
  });
  const { origin } = new URL(settings.BKASH_URL!);
  const desk = async <T = OperationView>(name: string, body?: unknown): Promise<T> =>
    (
      await fetch(`${origin}/desk/${name}`, {
        method: body === undefined ? 'GET' : 'POST',
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    ).json() as Promise<T>;
  return {
    origin,
    settings,
    look: () => desk('books'),
    plan: (...faults) => desk('faults', faults),
    chaos: (rate, kinds, calls) => desk('chaos', { rate, kinds, calls }),
    moveClock: (seconds) => desk('clock', { seconds }),
    change: (payment) => desk('change', payment),
    notify: async (url, paymentID, change = {}) =>
      (await desk<{ status: number }>('notify', { url, paymentID, ...change })).status,
    press: (paymentID, action) =>
      fetch(`${origin}/pay/${paymentID}`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ action }),
      }),
    settlementCsv: async () => (await fetch(`${origin}/settlement.csv`)).text(),
    async stop() {
      const ended = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** For a whole test file; its fields are set once the tests run. */
export function useBkash(): Bkash {
  const holder = {} as Bkash;
  beforeAll(async () => {
    Object.assign(holder, await startBkash());
  });
  afterAll(() => holder.stop?.());
  return holder;
}
