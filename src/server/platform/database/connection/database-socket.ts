// The socket of a connection to the database.
import { Socket } from 'node:net';

/**
 * The driver parses answers in the socket's event handler, so an answer that it cannot parse would end the process. Here only the connection ends,
 * and the call that was waiting for an answer is told to try again.
 */
class DatabaseSocket extends Socket {
  override emit(event: string | symbol, ...values: unknown[]): boolean {
    if (event !== 'data') return super.emit(event, ...values);
    try {
      return super.emit(event, ...values);
    } catch (cause) {
      this.destroy(new Error('received invalid response', { cause }));
      return true;
    }
  }
}

export const createSocket = () => new DatabaseSocket();
