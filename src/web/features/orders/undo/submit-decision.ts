// Completes or rejects an order: after the time to undo, or at once.
import type { OrderStatus } from '#contract/orders/flow.ts';
import { takeOrder } from '../staff/take-order.ts';
import type { NewDecision } from './held-decisions.ts';
import { canHold, heldDecisions, sendDecision } from './undo-window.ts';

/**
 * @returns whether it has already been sent
 * @throws ApiError, with the dialog still open
 */
export async function submitDecision(decision: NewDecision): Promise<'sent' | 'held'> {
  if (!canHold()) {
    await sendDecision({ ...decision, form: withExpectedStatus(decision.form, decision.order.status) });
    return 'sent';
  }
  // Takes the order first, so that colleagues see who has it and neither they nor the customer can change it within the ten seconds.
  const { id, status } = decision.order;
  const order = status === 'pending' ? await takeOrder(id, decision.userId) : decision.order;
  heldDecisions.hold({ ...decision, form: withExpectedStatus(decision.form, order.status), order });
  return 'held';
}

/** Makes the server refuse the decision if the order has changed since: completing an order that was rejected meanwhile would charge it again. */
function withExpectedStatus(form: FormData, status: OrderStatus): FormData {
  const data = JSON.parse(String(form.get('data'))) as object;
  const copy = new FormData();
  for (const [name, value] of form) copy.set(name, value);
  copy.set('data', JSON.stringify({ ...data, expected_status: status }));
  return copy;
}
