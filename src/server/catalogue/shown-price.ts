// A price is what was shown: a customer who saw a lower one is asked anew, one who saw a higher one pays the lower.
import { formatDecimal } from '#contract/money.ts';
import { Fault } from '../platform/fault.ts';

/**
 * @param shownPaisa what the customer saw; nothing from a client that does not say
 * @throws Fault `price_changed` with both prices when it costs more by now
 */
export function assertShownPrice(pricePaisa: bigint, shownPaisa: bigint | null | undefined): void {
  if (shownPaisa === null || shownPaisa === undefined || pricePaisa <= shownPaisa) return;
  throw new Fault('price_changed', { shown: formatDecimal(shownPaisa), price: formatDecimal(pricePaisa) });
}
