// Takes an order for the person who is signed in.
import type { Order } from '#contract/orders/calls.ts';
import { call } from '../../../lib/api/api.ts';
import { ApiError } from '../../../lib/api/api-error.ts';

/** Whoever has it already, from a press whose answer was lost or from another tab, has taken it. */
export async function takeOrder(id: number, userId: number): Promise<Order> {
  try {
    return await call('POST /account/orders/:id/take/', { params: { id } });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 409)) throw error;
    const now = await call('GET /account/orders/:id/', { params: { id } }).catch(() => undefined);
    if (now?.status === 'processing' && now.operator?.id === userId) return now;
    throw error;
  }
}
