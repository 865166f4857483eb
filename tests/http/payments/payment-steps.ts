// Helpers for bKash payments and the decisions of staff about them.
import type { Bkash } from '../../support/bkash.ts';
import { asOwner } from '../../support/database.ts';
import type { Person, TestPortal } from '../../support/portal.ts';

export function paymentSteps(portal: TestPortal, bkash: Bkash) {
  async function paid(person: Person, amount = '500'): Promise<{ paymentId: string; id: string }> {
    const { body } = await portal.call('POST', '/payment/bkash/create/', {
      token: person.token,
      body: { amount, payment_type: amount === '1000' ? 'predefined' : 'custom' },
    });
    await bkash.press(body.payment_id, 'pay');
    const [row] = await asOwner<{ id: string }>(
      portal.ownerUrl,
      'select id from payments where provider_payment_id = $1',
      [body.payment_id],
    );
    return { paymentId: body.payment_id, id: row!.id };
  }
  const callback = (person: Person, paymentId: string) =>
    portal.call('GET', `/payment/bkash/callback/?paymentID=${paymentId}`, { token: person.token });

  /** A payment for which the provider took an amount other than requested. */
  async function parked(person: Person, asked: string, took: string) {
    const made = await paid(person, asked);
    await bkash.change({ paymentID: made.paymentId, amount: took });
    await callback(person, made.paymentId);
    return made;
  }
  const resolve = (staff: Person, id: string, body: unknown, step = 'resolve') =>
    portal.call('POST', `/account/payments/${id}/${step}/`, { token: staff.token, body });
  const trailOf = (id: string) =>
    asOwner(portal.ownerUrl, `select kind, actor_id, reason from trail where object_id = $1 order by id`, [
      id,
    ]);
  return { paid, callback, parked, resolve, trailOf };
}
