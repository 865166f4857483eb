import type { Service } from '#contract/catalogue/calls.ts';
import { orderPrice } from '#contract/orders/rules.ts';
import { paisaOf } from '../../lib/format.ts';

/** The total price of an order of the sub-type. */
export const priceOf = (
  { enable_charge: enableCharge, charge }: Pick<Service, 'enable_charge' | 'charge'>,
  { price }: { price: string },
) => orderPrice({ enableCharge, chargePaisa: paisaOf(charge) }, { pricePaisa: paisaOf(price) });
