// Live event about a changed balance.
import type { Trx } from '../platform/database/connect.ts';
import { emit, type OutgoingEvent } from '../platform/live/live.ts';

/** Live event to the owner's open pages about a changed balance. */
export const balanceChangedEvent = (userId: number): OutgoingEvent => ({
  audience: `user:${userId}`,
  event: { type: 'balance', userId },
});

/** Updates the owner's open pages once the transaction has committed. */
export async function emitBalance(trx: Trx, userId: number): Promise<void> {
  await emit(trx, [balanceChangedEvent(userId)]);
}
