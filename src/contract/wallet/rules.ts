// Rules of the wallet; without zod, shared with the screens.
import { formatDecimal } from '../money.ts';

/** What an order or a document will leave in the wallet; negative when the balance is too low. */
export function balanceAfter(availablePaisa: bigint, pricePaisa: bigint): bigint {
  return availablePaisa - pricePaisa;
}

/** The facts of a 402: available, needed and missing amounts, as decimal strings. */
export function shortfall(availablePaisa: bigint, neededPaisa: bigint) {
  return {
    balance: formatDecimal(availablePaisa),
    needed: formatDecimal(neededPaisa),
    short: formatDecimal(neededPaisa > availablePaisa ? neededPaisa - availablePaisa : 0n),
  };
}
