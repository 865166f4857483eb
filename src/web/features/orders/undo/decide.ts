// Completing or rejecting an order: after the time to undo, or at once.
import { call } from '../../../lib/api/api.ts';
import type { NewDecision } from './held-decisions.ts';
import { heldDecisions, mayHold, sendDecision } from './undo-window.ts';

/** @returns whether it was sent already. @throws ApiError, with the dialog still open */
export async function decide(decision: NewDecision): Promise<'sent' | 'held'> {
  if (!mayHold()) {
    await sendDecision(decision);
    return 'sent';
  }
  // Taken first: colleagues see who has it, and neither they nor the customer can be quicker within the ten seconds.
  const { id, status } = decision.order;
  const order =
    status === 'pending' ? await call('POST /account/orders/:id/take/', { params: { id } }) : decision.order;
  // What happened within the ten seconds is refused then: completing an order that was rejected meanwhile would charge it again.
  const form = new FormData();
  for (const [name, value] of decision.form) form.set(name, value);
  const data = JSON.parse(String(form.get('data'))) as object;
  form.set('data', JSON.stringify({ ...data, expected_status: order.status }));
  heldDecisions.hold({ ...decision, form, order });
  return 'held';
}
