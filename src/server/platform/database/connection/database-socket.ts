// The socket of a connection to the database.
import { Socket } from 'node:net';

/**
 * The driver parses results in the socket's event handler, so an exception thrown there would end the process. This socket destroys only the connection,
 * and the request that was waiting for the result is asked to try again.
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
