import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const isFree = (port: number) =>
  new Promise<boolean>((done) => {
    const probe = createServer()
      .once('error', () => done(false))
      .listen(port, '127.0.0.1', () => probe.close(() => done(true)));
  });

/**
 * Returns a port of the loopback interface to listen on later. It is below the ports that systems give to outgoing connections (32768 and up on
 * Linux), which could be taken before it is used.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) return port;
  }
}
