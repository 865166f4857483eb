import type { Order } from '#contract/orders/calls.ts';
import { call } from '../../lib/api/api.ts';
import { MaskedNumber } from '../../ui/masked-number.tsx';

/** The number that an order is about, in a list for staff. */
export function OrderNumber({ order }: { order: Order }) {
  const shown = order.nid_or_form_num_or_for_biometric_or_location || order.ten_digit_nid || '—';
  const reveal = async () => {
    const found = await call('GET /account/orders/:id/number/', { params: { id: order.id } });
    return found.number || [found.ten_digit_nid, found.seventeen_digit_nid].filter(Boolean).join(' ');
  };
  return <MaskedNumber shown={shown} reveal={reveal} />;
}
