// Personal data in orders: whom an order is about, the notes on it, and who is viewing it.
import { type PersonalData, shop, withAccount } from '../platform/personal-data.ts';

export const numberPurpose = 'order number';
export const textPurpose = 'order text';

const memberOfPair = (member: 'ten' | 'seventeen') => ({
  source: 'nid_pair_sealed',
  valueFrom: (pair: string) => (JSON.parse(pair) as Record<typeof member, string>)[member],
});

export const ordersData: PersonalData = {
  tables: {
    order_timeline: {
      erasure: {
        act: 'blank',
        whose: 'order_id in (select id from orders where customer_id = $person)',
        columns: { note: 'empty' },
      },
      other: ['what', 'status'],
      life: withAccount,
    },
    orders: {
      erasure: {
        act: 'blank',
        whose: 'customer_id = $person',
        columns: {
          name: 'null',
          number_sealed: 'sealed',
          number_index: 'random',
          number_last4: 'empty',
          nid_pair_sealed: 'null',
          ten_index: 'null',
          seventeen_index: 'null',
          note: 'empty',
          staff_note: 'empty',
          text_content_sealed: 'sealed if any',
        },
      },
      other: ['status', 'folded_name'],
      life: withAccount,
      sealed: {
        number_sealed: numberPurpose,
        nid_pair_sealed: numberPurpose,
        text_content_sealed: textPurpose,
      },
      indexed: {
        number_index: { source: 'number_sealed' },
        ten_index: memberOfPair('ten'),
        seventeen_index: memberOfPair('seventeen'),
      },
    },
    saved_replies: { other: ['kind', 'title', 'body'], life: shop },
    order_viewers: { other: [], life: { goBy: 'presence.removeOld', when: 'minutes after somebody left' } },
    order_counts: { other: [], life: shop },
  },
  sections: {
    orders: {
      select: `select o.id, s.name as service, t.name as sub_type, o.status, o.name, o.number_sealed, o.nid_pair_sealed, o.text_content_sealed,
                      o.note, o.staff_note, o.price_paisa, o.created_on, o.completed_at
                 from orders o join services s on s.id = o.service_id join sub_types t on t.id = o.sub_type_id
                where o.customer_id = $person order by o.id`,
      opened: {
        number_sealed: { table: 'orders', as: 'number_of' },
        nid_pair_sealed: { table: 'orders', as: 'nid_pair', isJson: true },
        text_content_sealed: { table: 'orders', as: 'text_content' },
      },
    },
  },
};
