// Pure rules of the wallet, free of schemas so that screens can ask them cheaply.
import { formatDecimal } from '../money.ts';

/** What an order or a document will leave in the wallet; negative when money is missing. */
export function balanceAfter(availablePaisa: bigint, pricePaisa: bigint): bigint {
  return availablePaisa - pricePaisa;
}

/** The facts of a 402: what is there, what is asked, what is missing, as decimal strings. */
export function shortfall(availablePaisa: bigint, neededPaisa: bigint) {
  return {
    balance: formatDecimal(availablePaisa),
    needed: formatDecimal(neededPaisa),
    short: formatDecimal(neededPaisa > availablePaisa ? neededPaisa - availablePaisa : 0n),
  };
}
