// Takes an order for the signed-in user.
import type { Order } from '#contract/orders/calls.ts';
import { call } from '../../../lib/api/api.ts';
import { ApiError } from '../../../lib/api/api-error.ts';

/** Succeeds too if the user already has the order, from a press whose response was lost or from another tab. */
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
