// The shown price is binding: a customer who saw a lower price must confirm again; one who saw a higher price pays the lower one.
import { formatDecimal } from '#contract/money.ts';
import { Fault } from '../platform/fault.ts';

/**
 * @param shownPaisa the price that the customer saw; absent if the client doesn't send it
 * @throws Fault `price_changed` with both prices if it now costs more
 */
export function assertShownPrice(pricePaisa: bigint, shownPaisa: bigint | null | undefined): void {
  if (shownPaisa === null || shownPaisa === undefined || pricePaisa <= shownPaisa) return;
  throw new Fault('price_changed', { shown: formatDecimal(shownPaisa), price: formatDecimal(pricePaisa) });
}
