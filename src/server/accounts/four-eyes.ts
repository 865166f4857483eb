// The four-eyes rule: an approver must be independent of the requester. Nobody may approve through an account that they
// created, reset or promoted within the last seven days, nor approve what such an account requested.
import { hasRight, type Right } from '#contract/access.ts';
import type { Trx } from '../platform/database/connect.ts';
import { Fault } from '../platform/fault.ts';
import { areIndependent } from './account-controls.queries.ts';
import { lockPerson } from './users/users.queries.ts';

/**
 * Call in the transaction that carries out the request. Locks both people, so that neither loses the right before it ends.
 * @throws Fault `four_eyes`, `asker_dismissed`, `not_allowed`, `not_independent`
 */
export async function assertIndependentApprover(
  trx: Trx,
  {
    requesterId,
    approverId,
    right,
    requesterRight = right,
  }: { requesterId: number; approverId: number; right: Right; requesterRight?: Right },
): Promise<void> {
  if (requesterId === approverId) throw new Fault('four_eyes');
  for (const id of [requesterId, approverId].sort((one, other) => one - other)) {
    const person = await lockPerson(trx, id);
    if (!person?.is_active || !hasRight(person.roles, id === requesterId ? requesterRight : right))
      throw new Fault(id === requesterId ? 'asker_dismissed' : 'not_allowed');
  }
  if (!(await areIndependent(trx, requesterId, approverId))) throw new Fault('not_independent');
}
