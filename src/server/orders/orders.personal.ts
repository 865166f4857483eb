// Personal data in orders: the person an order is about, the notes on it, and who is viewing it.
import { type PersonalData, shop, staffsOwn, withAccount } from '../platform/personal-data.ts';

export const numberPurpose = 'order number';
export const textPurpose = 'order text';
export const attachmentPartPurpose = 'order attachment part';

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
        columns: { note: 'empty', note_sealed: 'sealed if any', replaced_text_sealed: 'sealed if any' },
      },
      other: ['what', 'status'],
      life: withAccount,
      sealed: { note_sealed: textPurpose, replaced_text_sealed: textPurpose },
      unread: { note_sealed: staffsOwn, replaced_text_sealed: 'a result that staff have taken back' },
    },
    order_questions: {
      erasure: {
        act: 'blank',
        whose: 'order_id in (select id from orders where customer_id = $person)',
        columns: { question_sealed: 'sealed', answer_sealed: 'sealed if any' },
      },
      other: ['kind'],
      life: withAccount,
      sealed: { question_sealed: textPurpose, answer_sealed: textPurpose },
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
          answers_sealed: 'null',
          snooze_reason_sealed: 'null',
        },
      },
      other: ['status', 'folded_name'],
      life: withAccount,
      sealed: {
        number_sealed: numberPurpose,
        nid_pair_sealed: numberPurpose,
        text_content_sealed: textPurpose,
        answers_sealed: textPurpose,
        snooze_reason_sealed: textPurpose,
      },
      indexed: {
        number_index: { source: 'number_sealed' },
        ten_index: memberOfPair('ten'),
        seventeen_index: memberOfPair('seventeen'),
      },
      unread: { number_last4: 'the end of the number', snooze_reason_sealed: staffsOwn },
    },
    order_attachments: {
      erasure: { act: 'blank', whose: 'owner_id = $person', columns: { name: 'dash' } },
      other: ['paper'],
      // The file itself is stored by the files module.
      life: withAccount,
    },
    order_attachment_parts: {
      erasure: {
        act: 'remove',
        whose: 'order_attachment_id in (select id from order_attachments where owner_id = $person)',
      },
      // Bytes of a file that hasn't been checked yet; erased with their rows.
      other: ['bytes_sealed'],
      life: { goBy: 'remove unused attachments', when: 'a day after an upload that no order used' },
      sealed: { bytes_sealed: attachmentPartPurpose },
      unread: 'an upload that is not finished',
    },
    order_notes: {
      erasure: {
        act: 'blank',
        whose: 'order_id in (select id from orders where customer_id = $person)',
        columns: { text_sealed: 'sealed' },
      },
      other: [],
      life: withAccount,
      sealed: { text_sealed: textPurpose },
      unread: staffsOwn,
    },
    order_checks: { other: ['key'], life: withAccount },
    order_tags: { other: ['name', 'color'], life: shop },
    tagged_orders: { other: [], life: withAccount },
    saved_views: {
      erasure: { act: 'remove', whose: 'owner_id = $person' },
      // Filters without the search, which names people.
      other: ['name', 'list', 'query'],
      life: withAccount,
    },
    saved_replies: { other: ['kind', 'title', 'body'], life: shop },
    order_wakes: {
      other: [],
      life: { goBy: 'tell of woken orders', when: 'the moment that the order comes back' },
    },
    order_viewers: {
      other: [],
      life: { goBy: 'forget who left an order', when: 'minutes after somebody left' },
    },
    order_counts: { other: [], life: shop },
  },
  sections: {
    order_attachments: {
      select: `select id, order_id, paper, name, byte_size, created_at from order_attachments where owner_id = $person order by id`,
    },
    saved_views: {
      select: `select id, name, list, query, is_shared, saved_at from saved_views where owner_id = $person order by id`,
    },
    order_timeline: {
      // As the customer sees it: without snoozes.
      select: `select t.order_id, t.at, t.what, t.status, t.note, t.amount_paisa
                 from order_timeline t join orders o on o.id = t.order_id
                where o.customer_id = $person and t.what not in ('snooze', 'wake') order by t.id`,
    },
    order_questions: {
      select: `select q.id, q.order_id, q.kind, q.question_sealed, q.asked_at, q.answer_sealed, q.answered_at, q.withdrawn_at
                 from order_questions q join orders o on o.id = q.order_id where o.customer_id = $person order by q.id`,
      opened: {
        question_sealed: { table: 'order_questions', as: 'question' },
        answer_sealed: { table: 'order_questions', as: 'answer' },
      },
    },
    orders: {
      select: `select o.id, s.name as service, t.name as sub_type, o.status, o.name, o.number_sealed, o.nid_pair_sealed, o.text_content_sealed, o.answers_sealed,
                      o.note, o.staff_note, o.price_paisa, o.created_on, o.completed_at
                 from orders o join services s on s.id = o.service_id join sub_types t on t.id = o.sub_type_id
                where o.customer_id = $person order by o.id`,
      opened: {
        number_sealed: { table: 'orders', as: 'number_of' },
        nid_pair_sealed: { table: 'orders', as: 'nid_pair', isJson: true },
        text_content_sealed: { table: 'orders', as: 'text_content' },
        answers_sealed: { table: 'orders', as: 'answers', isJson: true },
      },
    },
  },
};
