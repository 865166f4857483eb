// Rules of the wallet; without zod, shared with the screens.
import { formatDecimal, toTakaNumber } from '../money.ts';

/** Returns the balance after a purchase; negative if the balance is too low. */
export function balanceAfter(availablePaisa: bigint, pricePaisa: bigint): bigint {
  return availablePaisa - pricePaisa;
}

/** Builds the facts of a 402: the available balance as a number, as everywhere, and the needed and missing amounts as decimal strings. */
export function shortfall(availablePaisa: bigint, neededPaisa: bigint) {
  return {
    balance: toTakaNumber(availablePaisa),
    needed: formatDecimal(neededPaisa),
    short: formatDecimal(neededPaisa > availablePaisa ? neededPaisa - availablePaisa : 0n),
  };
}
