// Limits for staff who may take cash but not move wallets otherwise; see docs/decisions/0082.
import { hasRight, isStaff } from '#contract/access.ts';
import { formatDecimal } from '#contract/money.ts';
import { findUserById } from '../accounts/accounts.queries.ts';
import type { Reader, Trx } from '../platform/database/connect.ts';
import { Fault } from '../platform/fault.ts';
import type { Caller } from '../platform/request/caller.ts';
import { addTaken, readTaken } from './cash-days.queries.ts';

export interface CashLimits {
  /** Limit of one recharge. */
  readonly rechargePaisa: bigint;
  /** Limit of all that one person takes in a day of Dhaka. */
  readonly dayPaisa: bigint;
}

interface Taking {
  readonly userId: number;
  readonly amountPaisa: bigint;
}

export const hasCashLimit = (caller: Caller): boolean => !hasRight(caller.roles, 'wallets.move');

/**
 * Counts the cash towards its taker's day, in the transaction that credits it.
 * @returns the day
 * @throws Fault `customers_only`, `cash_limit`, `cash_sum_limit`
 */
export async function takeCash(
  trx: Trx,
  caller: Caller,
  taking: Taking,
  limits: CashLimits,
): Promise<string> {
  const owner = await findUserById(trx, taking.userId);
  if (owner && isStaff(owner.roles)) throw new Fault('customers_only');
  const { rechargePaisa, dayPaisa } = limits;
  const sum = { takerId: caller.userId, paisa: taking.amountPaisa };
  const { leftPaisa, day } = await addTaken(trx, sum, dayPaisa);
  if (day === undefined)
    throw new Fault('cash_limit', { left: formatDecimal(leftPaisa), limit: formatDecimal(dayPaisa) });
  if (taking.amountPaisa > rechargePaisa)
    throw new Fault('cash_sum_limit', {
      left: formatDecimal(leftPaisa),
      limit: formatDecimal(rechargePaisa),
    });
  return day;
}

export async function readCashLeft(reader: Reader, caller: Caller, { rechargePaisa, dayPaisa }: CashLimits) {
  const takenPaisa = await readTaken(reader, caller.userId);
  return {
    limited: hasCashLimit(caller),
    taken: formatDecimal(takenPaisa),
    left: formatDecimal(dayPaisa > takenPaisa ? dayPaisa - takenPaisa : 0n),
    day_limit: formatDecimal(dayPaisa),
    recharge_limit: formatDecimal(rechargePaisa),
  };
}
