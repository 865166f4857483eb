// Use cases of erasing an account: an owner erases a person, or a person their own account.
import { isStaff } from '#contract/access.ts';
import { recordEvent } from '../../audit-log/record-event.ts';
import * as ledger from '../../ledger/ledger.ts';
import { inTransaction } from '../../platform/database/connect.ts';
import { Fault } from '../../platform/fault.ts';
import type { Caller, RequestOrigin } from '../../platform/request/caller.ts';
import { erasePerson } from '../erasure.ts';
import { notifyOtherOwners } from '../notify-other-owners.ts';
import { assertPasswordUnchanged } from '../reauthentication.ts';
import { getUserRow, lockWhoGoes, type UsersDeps } from './user-steps.ts';
import * as queries from './users.queries.ts';

/** @param proved proof of the password that the account's owner gave */
function eraseAccount(
  deps: UsersDeps,
  caller: Caller,
  id: number,
  origin: RequestOrigin,
  proved?: string,
): Promise<void> {
  const { db } = deps;
  return inTransaction(db, async (trx) => {
    await getUserRow(trx, id);
    await lockWhoGoes(trx, id, async () => {
      // Locks in the order that placing an order does, which takes its customer's row last.
      await ledger.openWallet(trx, id);
      await ledger.setWalletActive(trx, id, false);
      await queries.lockForErasure(trx, id);
    });
    const { roles } = await getUserRow(trx, id);
    if (proved !== undefined) await assertPasswordUnchanged(trx, caller, proved);
    // Checked under the locks, so that no money in transit is missed.
    if (await deps.hasOpenOrders(trx, id)) throw new Fault('orders_pending');
    if (await deps.hasOpenMoney(trx, id)) throw new Fault('money_pending');
    if ((await ledger.getBalance(trx, id)).postedPaisa !== 0n) throw new Fault('wallet_not_empty');
    await erasePerson(trx, id, deps.eraseData);
    if (isStaff(roles)) await notifyOtherOwners(deps, trx, { userId: id, byId: caller.userId }, 'deleted');
    await recordEvent(trx, { kind: 'user.deleted', actorId: caller.userId, subjectId: id, ip: origin.ip });
  });
}

/** @throws Fault `not_found`, `not_yourself`, `orders_pending`, `wallet_not_empty` */
export async function eraseUser(
  deps: UsersDeps,
  caller: Caller,
  id: number,
  origin: RequestOrigin,
): Promise<void> {
  if (caller.userId === id) throw new Fault('not_yourself');
  await eraseAccount(deps, caller, id, origin);
}

/** @throws Fault `wrong_current_password`, `not_signed_in`, `too_many_requests`, `orders_pending`, `wallet_not_empty` */
export async function eraseOwnAccount(
  deps: UsersDeps,
  caller: Caller,
  password: string,
  origin: RequestOrigin,
): Promise<void> {
  const { reauthentication } = deps;
  const proved = await reauthentication.verifyPassword(caller, password);
  await eraseAccount(deps, caller, caller.userId, origin, proved);
}
