// A TCP proxy that behaves as badly as a network can: it delays, drops, resets, fragments, closes one side only, and corrupts.
import { connect, createServer, type Socket } from 'node:net';

/**
 * `silent-there` drops what goes to the target, `silent-back` what comes from it. `half-open` loses the target without telling the client. `garbled`
 * corrupts the first byte of what comes back, which is the type of a PostgreSQL message.
 */
export type Fault =
  | 'none'
  | 'slow'
  | 'crawling'
  | 'torn'
  | 'silent'
  | 'silent-there'
  | 'silent-back'
  | 'half-open'
  | 'reset'
  | 'garbled';

const delayMs: Partial<Record<Fault, number>> = { slow: 50, crawling: 4_000 };

export interface BadLine {
  readonly port: number;
  /** How many connections and chunks the faults really affected. */
  readonly touched: () => number;
  become(fault: Fault): void;
  close(): void;
}

function pass(bytes: Buffer, to: Socket, fault: Fault): void {
  const write = (portion: Buffer) => void (to.writable && to.write(portion));
  const delay = delayMs[fault];
  if (fault === 'torn') for (let at = 0; at < bytes.length; at += 7) write(bytes.subarray(at, at + 7));
  else if (delay === undefined) write(bytes);
  else setTimeout(write, delay, bytes);
}

export async function openBadLine(target: {
  readonly host: string;
  readonly port: number;
}): Promise<BadLine> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let fault: Fault = 'none';
  let touched = 0;
  const swallows = (isBack: boolean) =>
    fault === 'silent' || fault === 'half-open' || fault === (isBack ? 'silent-back' : 'silent-there');
  const forward = (bytes: Buffer, to: Socket, isBack: boolean) => {
    if (fault !== 'none') touched += 1;
    if (swallows(isBack)) return;
    if (fault === 'garbled' && isBack) bytes[0] = bytes[0]! ^ 0x55;
    pass(bytes, to, fault);
  };
  const server = createServer({ noDelay: true }, (here) => {
    here.on('error', () => undefined);
    if (fault === 'reset') {
      touched += 1;
      return void here.resetAndDestroy();
    }
    // Like a host that has vanished: the connection is accepted and never answered.
    if (fault === 'silent' || fault === 'half-open') touched += 1;
    const there = connect({ ...target, noDelay: true });
    const pair = [here, there] as const;
    pairs.add(pair);
    here.on('data', (bytes: Buffer) => forward(bytes, there, false));
    there.on('data', (bytes: Buffer) => forward(bytes, here, true));
    there.on('error', () => here.destroy());
    here.on('close', () => there.destroy());
    there.on('close', () => {
      if (fault !== 'half-open') here.destroy();
      pairs.delete(pair);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as { port: number }).port,
    touched: () => touched,
    become(next) {
      fault = next;
      for (const [here, there] of pairs) {
        if (next === 'reset') here.resetAndDestroy();
        if (next === 'half-open') there.destroy();
        if (next === 'reset' || next === 'half-open') touched += 1;
      }
    },
    close() {
      for (const pair of pairs) for (const socket of pair) socket.destroy();
      server.close();
    },
  };
}
