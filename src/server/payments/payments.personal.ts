// Personal data in payments. They are part of the books, except for the payer's number.
import { books, type PersonalData, shop, staffsOwn } from '../platform/personal-data.ts';

export const tokenPurpose = 'provider token';

export const paymentsData: PersonalData = {
  tables: {
    bkash_payments: {
      erasure: {
        act: 'blank',
        whose: 'invoice in (select id from payments where user_id = $person)',
        columns: { paid: { sql: "paid - 'payerNumber'" }, last_word: 'null' },
      },
      other: ['invoice', 'payment_id', 'redirect_url'],
      life: books,
      unread: 'the answers of the provider, from which the payment has what it says of the payer',
    },
    payments: {
      erasure: {
        act: 'blank',
        whose: 'user_id = $person',
        columns: { payer_number: 'empty', facts: { sql: "facts - 'payerNumber'" }, resolved_note: 'empty' },
      },
      other: [
        ...['id', 'provider', 'provider_payment_id', 'payment_type', 'state', 'redirect_url'],
        ...['transaction_id', 'attention', 'failure_code', 'proposal', 'refund_id'],
      ],
      life: books,
      unread: {
        facts: 'the answer of the provider, from which the other columns come',
        resolved_note: staffsOwn,
      },
    },
    payment_notices: {
      other: ['provider', 'message_id', 'invoice', 'transaction_id', 'currency', 'status'],
      life: books,
    },
    sandbox_payments: {
      other: ['payment_id', 'invoice', 'return_url', 'outcome', 'transaction_id', 'refund_id'],
      life: books,
    },
    settlement_files: { other: ['provider', 'name', 'sha256'], life: books },
    settlement_items: {
      other: [
        ...['match', 'payment_id', 'transaction_id', 'invoice', 'currency', 'difference', 'resolution'],
        'note',
      ],
      life: books,
    },
    provider_tokens: {
      other: ['provider', 'token_sealed', 'refresh_sealed'],
      life: shop,
      sealed: { token_sealed: tokenPurpose, refresh_sealed: tokenPurpose },
    },
  },
  sections: {
    payments: {
      select: `select id, provider, amount_paisa, state, payer_number, transaction_id, created_at
                 from payments where user_id = $person order by created_at`,
    },
  },
};
