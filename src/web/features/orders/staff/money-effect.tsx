// What completing or rejecting an order does with the customer's money, according to what the server will really do.
import { useQuery } from '@tanstack/react-query';
import type { Order } from '#contract/orders/calls.ts';
import { findStep } from '#contract/orders/flow.ts';
import { paisaOf, useFormat } from '../../../lib/format.ts';
import { balanceOfQuery } from '../../wallet/queries.ts';
import { useOrdersStaffText } from './text.ts';

/** A rejected order no longer holds money: completing it charges its price again. */
function ChargedAgain({ order }: { order: Order }) {
  const { work: text } = useOrdersStaffText();
  const format = useFormat();
  const { data } = useQuery(balanceOfQuery(order.user.id));
  const missing = data ? paisaOf(order.charge) - paisaOf(data.balance) : 0n;
  return (
    <>
      {text.chargeAgain(format.taka(order.charge))}
      {data ? ` ${text.balanceNow(format.taka(data.balance))}` : null}
      {missing > 0n ? (
        <strong className="mt-1 block text-bad">{text.balanceShort(format.taka(missing))}</strong>
      ) : null}
    </>
  );
}

export function MoneyEffect({ order, action }: { order: Order; action: 'complete' | 'reject' }) {
  const { work: text } = useOrdersStaffText();
  const format = useFormat();
  const isFree = paisaOf(order.charge) === 0n;
  switch (findStep(order.status, action)?.money) {
    case 'capture':
      return isFree ? text.completeFree : text.completeText(format.taka(order.charge));
    case 'hold_and_capture':
      return isFree ? text.completeFree : <ChargedAgain order={order} />;
    case 'release':
      return isFree ? text.rejectFree : text.rejectText;
    default:
      return null;
  }
}
