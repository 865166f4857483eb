// Rules of the wallet; without zod, shared with the screens.
import { formatDecimal, toTakaNumber } from '../money.ts';

/** What an order or a document will leave in the wallet; negative when the balance is too low. */
export function balanceAfter(availablePaisa: bigint, pricePaisa: bigint): bigint {
  return availablePaisa - pricePaisa;
}

/** The facts of a 402: the available balance, a number as everywhere; the needed and the missing amount, decimal strings. */
export function shortfall(availablePaisa: bigint, neededPaisa: bigint) {
  return {
    balance: toTakaNumber(availablePaisa),
    needed: formatDecimal(neededPaisa),
    short: formatDecimal(neededPaisa > availablePaisa ? neededPaisa - availablePaisa : 0n),
  };
}
