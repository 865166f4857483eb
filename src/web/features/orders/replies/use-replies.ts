// The shop's saved replies: the fields that the portal fills in, and those left to fill in by hand.
import { useQuery } from '@tanstack/react-query';
import { fullNameOf } from '#contract/accounts/person-name.ts';
import type { Order } from '#contract/orders/calls.ts';
import { useFormat } from '../../../lib/format.ts';
import { useServiceName } from '../../../lib/service-name.tsx';
import { now } from '../../../lib/time/clock.ts';
import { savedRepliesQuery } from '../queries.ts';
import { useOrdersStaffText } from '../staff/text.ts';
import { fieldsOf, valuesOfKnown } from './reply-fields.ts';

export function useReplies() {
  return useQuery(savedRepliesQuery());
}

/** @returns the values that need no typing, by field name */
export function useKnownFields(): (order: Order) => Readonly<Record<string, string>> {
  const format = useFormat();
  const serviceName = useServiceName();
  return (order) => {
    const customer = fullNameOf(order.user);
    return valuesOfKnown({
      order: format.digits(order.id),
      customer: customer === '' ? order.user.username : customer,
      service: serviceName(order.service),
      today: format.date(new Date(now())),
    });
  };
}

/** @returns the error message for a text that still contains a field of the shop's replies, even if it was typed or comes from a draft */
export function useFieldsLeft(): (text: string) => string | undefined {
  const { replies: text } = useOrdersStaffText();
  const { data } = useReplies();
  return (typed) => {
    const all = new Set(data?.results.flatMap(({ body }) => fieldsOf(body)));
    const left = fieldsOf(typed).filter((name) => all.has(name));
    return left.length > 0 ? text.fieldsLeft(left.join(', ')) : undefined;
  };
}
