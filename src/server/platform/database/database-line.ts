// The socket of a connection to the database.
import { Socket } from 'node:net';

/**
 * The driver reads what comes within the socket's event, so that whatever it cannot make sense of would end the process. Such a line is broken: its
 * connection ends, and whoever was waiting for an answer is told to try again.
 */
class DatabaseLine extends Socket {
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

export const openLine = () => new DatabaseLine();
