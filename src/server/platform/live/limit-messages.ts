// Limits what a page sends on its channel, because a flood of messages would keep the portal from serving others.
import type { EventEmitter } from 'node:events';
import type { WebSocket } from 'ws';

const windowMs = 10_000;
/** Per window: some 700 messages. */
const maxBytes = 32 * 1024;

/**
 * Terminates a channel that sends too much.
 * @param connection the underlying socket, because frames without a message cost time as well
 */
export function limitMessages(socket: Pick<WebSocket, 'terminate'>, connection: EventEmitter): void {
  let since = performance.now();
  let bytes = 0;
  connection.on('data', (chunk: Buffer) => {
    const now = performance.now();
    if (now - since > windowMs) {
      since = now;
      bytes = 0;
    }
    bytes += chunk.length;
    if (bytes > maxBytes) socket.terminate();
  });
}
