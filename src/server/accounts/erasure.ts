// Erases an account: at the person's request, and again after the restore of an older backup that still contains it.
import { recordEvent } from '../audit-log/record-event.ts';
import * as ledger from '../ledger/ledger.ts';
import { type Database, inTransaction, type Trx } from '../platform/database/connect.ts';
import * as accounts from './accounts.queries.ts';
import { endLinksOf as endConfirmationsOf } from './email-confirmation/email-confirmation.queries.ts';
import { endLinksOf } from './passwords/password-reset.queries.ts';
import * as queries from './users/users.queries.ts';

export type { ErasedPerson } from './users/users.queries.ts';

/** Erases the personal data that other modules hold about a user. */
export type EraseData = (trx: Trx, userId: number) => Promise<void>;

/** @param isGone as in `eraseUser` */
export async function erasePerson(trx: Trx, id: number, eraseData: EraseData, isGone = true): Promise<void> {
  await eraseData(trx, id);
  await queries.eraseUser(trx, id, isGone);
  await accounts.endSessionsOf(trx, id, 'inactive');
  await endLinksOf(trx, id);
  await endConfirmationsOf(trx, id);
}

export interface ReappliedErasures {
  /** Number of people erased. */
  readonly erased: number;
  /** Ids of those whose wallets hold money in the restored books. Staff pay it out, then delete the account. */
  readonly withMoney: readonly number[];
  /** Ids of those who weren't erased, because the shop would have had no owner left. */
  readonly lastOwner: readonly number[];
}

/** Erases those of the listed people whom the database still contains. Idempotent. */
export async function reapplyErasures(
  db: Database,
  people: readonly queries.ErasedPerson[],
  eraseData: EraseData,
): Promise<ReappliedErasures> {
  const found = people.length === 0 ? [] : await queries.findNotErased(db, people);
  const withMoney: number[] = [];
  const lastOwner: number[] = [];
  for (const id of found)
    await inTransaction(db, async (trx) => {
      const owners = await queries.lockOwners(trx);
      if (owners.length === 1 && owners[0]!.id === id) {
        lastOwner.push(id);
        return;
      }
      await queries.lockForErasure(trx, id);
      await ledger.openWallet(trx, id);
      const { postedPaisa, heldPaisa } = await ledger.getBalance(trx, id);
      const isGone = postedPaisa === 0n && heldPaisa === 0n;
      await erasePerson(trx, id, eraseData, isGone);
      if (isGone) await ledger.setWalletActive(trx, id, false);
      else withMoney.push(id);
      await recordEvent(trx, { kind: 'user.erased_again', subjectId: id });
    });
  return { erased: found.length - lastOwner.length, withMoney, lastOwner };
}
