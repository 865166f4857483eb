// What a page says on its channel is little: who says much more keeps the portal busy while others wait.
import type { EventEmitter } from 'node:events';
import type { WebSocket } from 'ws';

const windowMs = 10_000;
/** Within a window: some 700 messages. */
const mostBytes = 32 * 1024;

/**
 * Ends a channel that says too much.
 * @param line what the frames arrive on: those that carry no message cost time as well
 */
export function limitTalk(socket: Pick<WebSocket, 'terminate'>, line: EventEmitter): void {
  let since = performance.now();
  let bytes = 0;
  line.on('data', (chunk: Buffer) => {
    const now = performance.now();
    if (now - since > windowMs) {
      since = now;
      bytes = 0;
    }
    bytes += chunk.length;
    if (bytes > mostBytes) socket.terminate();
  });
}
