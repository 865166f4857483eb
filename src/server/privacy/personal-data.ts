// The inventory of what is kept: for each table whose rows are a person's, what an erasure does with them, which of its columns
// hold nothing of a person, and after which time its rows go. A test compares it with the tables of the database.

/** What an erasure writes in place of a value; sealed values get a sealed dash. */
type Blank = 'null' | 'empty' | 'dash' | 'random' | 'sealed' | 'sealed if any' | { readonly sql: string };

export type Erasure =
  /** The rows go. `whose` is SQL about the table's row; `$person` stands for the person's id. */
  | { readonly act: 'remove'; readonly whose: string }
  | { readonly act: 'blank'; readonly whose: string; readonly columns: Readonly<Record<string, Blank>> }
  /** Another place does it, named here. */
  | { readonly act: 'elsewhere'; readonly by: string; readonly columns: readonly string[] };

export type Life =
  /** The rows that match go at the next run of the job; `when` says the same in words. */
  | { readonly go: string; readonly when: string }
  /** A job of the module does it. */
  | { readonly goBy: string; readonly when: string }
  | { readonly stay: string };

export interface TablePlan {
  readonly erasure?: Erasure;
  /** Columns of text, bytes, JSON and dates that hold nothing of a person, or nothing that may be erased. */
  readonly other: readonly string[];
  readonly life: Life;
}

const withAccount = { stay: 'as long as the account: an erasure blanks what is personal in it' } as const;
const books = { stay: 'part of the books' } as const;
const shop = { stay: 'the shop’s own, as long as the shop' } as const;
const ofOwner = 'owner_id = $person';
const ofUser = 'user_id = $person';

/** In the order in which an erasure goes through them: rows that point to others come first. */
export const inventory: Readonly<Record<string, TablePlan>> = {
  // Documents and files.
  share_viewings: {
    other: ['key_hash'],
    life: { goBy: 'shares.removeOldViewings', when: 'an hour after the viewing ended' },
  },
  file_shares: {
    erasure: {
      act: 'blank',
      whose: ofOwner,
      columns: { name: 'empty', revoked_at: { sql: 'coalesce(revoked_at, now())' } },
    },
    other: ['token_hash', 'pin_hash'],
    life: withAccount,
  },
  file_versions: {
    erasure: {
      act: 'blank',
      whose: 'file_id in (select id from files where owner_id = $person)',
      columns: { storage_key: 'empty', masked_name: 'dash' },
    },
    // What was given out can be verified for ever: hash, code and counts.
    other: ['verification_code', 'sha256', 'media_type', 'provenance'],
    life: withAccount,
  },
  files: {
    erasure: {
      act: 'blank',
      whose: ofOwner,
      columns: {
        record_id: 'null',
        full_name: 'dash',
        number_sealed: 'sealed',
        number_index: 'random',
        number_last4: 'empty',
        revoked_at: { sql: 'coalesce(revoked_at, now())' },
      },
    },
    other: ['type', 'kind', 'file_code', 'number', 'folded_name'],
    life: withAccount,
  },
  document_records: {
    erasure: { act: 'remove', whose: ofOwner },
    other: ['kind', 'sealed_record'],
    life: withAccount,
  },
  document_readings: {
    erasure: { act: 'remove', whose: ofOwner },
    other: ['kind', 'sealed_reading', 'picture_indexes'],
    life: { goBy: 'documents.removeOldReadings', when: 'after the days of the setting, a week at first' },
  },
  money_papers: {
    erasure: { act: 'blank', whose: ofOwner, columns: { storage_key: 'empty', masked_name: 'dash' } },
    other: ['kind', 'about', 'number', 'verification_code', 'sha256'],
    life: withAccount,
  },
  attachments: {
    erasure: { act: 'blank', whose: ofOwner, columns: { storage_key: 'empty', name: 'dash' } },
    other: ['file_code', 'media_type'],
    life: withAccount,
  },
  tin_purchases: {
    erasure: { act: 'remove', whose: ofOwner },
    other: ['asked_index'],
    life: { go: `made_at < now() - interval '30 days'`, when: '30 days after the certificate' },
  },
  stored_files: {
    other: ['key'],
    life: { stay: 'as long as the bytes that it names lie in the store' },
  },

  // Orders.
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
  },
  saved_replies: { other: ['kind', 'title', 'body'], life: shop },

  // Money.
  cash_requests: {
    erasure: { act: 'blank', whose: ofUser, columns: { note: 'empty' } },
    other: ['kind', 'status'],
    life: books,
  },
  cash_days: {
    other: ['day', 'subject'],
    life: { go: `day < current_date - 30`, when: '30 days after the day that it sums' },
  },
  bkash_payments: {
    erasure: {
      act: 'blank',
      whose: 'invoice in (select id from payments where user_id = $person)',
      columns: { paid: { sql: "paid - 'payerNumber'" }, last_word: 'null' },
    },
    other: ['invoice', 'payment_id', 'redirect_url'],
    life: books,
  },
  payments: {
    erasure: {
      act: 'blank',
      whose: ofUser,
      columns: { payer_number: 'empty', facts: { sql: "facts - 'payerNumber'" }, resolved_note: 'empty' },
    },
    other: [
      ...['id', 'provider', 'provider_payment_id', 'payment_type', 'state', 'redirect_url', 'transaction_id'],
      ...['attention', 'failure_code', 'proposal', 'refund_id'],
    ],
    life: books,
  },
  payment_notices: {
    other: ['provider', 'message_id', 'invoice', 'transaction_id', 'currency', 'status'],
    life: books,
  },
  sandbox_payments: {
    other: ['payment_id', 'invoice', 'return_url', 'outcome', 'transaction_id', 'refund_id'],
    life: books,
  },
  ledger_transfers: {
    erasure: { act: 'elsewhere', by: 'the function ledger_erase_reasons', columns: ['reason'] },
    other: ['kind', 'debit_account', 'credit_account', 'ref'],
    life: books,
  },
  ledger_audits: { other: ['day', 'shown'], life: books },
  ledger_days: { other: ['day'], life: books },
  ledger_days_active: { other: ['day'], life: books },
  ledger_days_sold: { other: ['day', 'file_kind'], life: books },
  ledger_frozen: { other: ['account', 'rule'], life: books },
  ledger_snapshots: { other: ['account'], life: books },
  settlement_files: { other: ['provider', 'name', 'sha256'], life: books },
  settlement_items: {
    other: [
      ...['match', 'payment_id', 'transaction_id', 'invoice', 'currency', 'difference', 'resolution', 'note'],
    ],
    life: books,
  },
  worked_days: { other: ['day'], life: books },

  // The person.
  notices: {
    erasure: { act: 'remove', whose: ofUser },
    other: ['kind', 'object_kind', 'object_id', 'facts'],
    life: { goBy: 'notices.removeOld', when: 'after 90 days' },
  },
  notice_choices: { erasure: { act: 'remove', whose: ofUser }, other: ['kind'], life: withAccount },
  password_resets: {
    erasure: { act: 'remove', whose: ofUser },
    other: ['token_hash'],
    life: { go: `expires_at < now() - interval '7 days'`, when: 'a week after the link’s end' },
  },
  password_reset_asks: {
    other: ['sealed_ask'],
    life: { go: `asked_at < now() - interval '1 day'`, when: 'when the link is made, at most a day' },
  },
  idempotency_keys: {
    erasure: { act: 'remove', whose: ofUser },
    other: ['key', 'request_hash', 'body'],
    life: { go: `created_at < now() - interval '2 days'`, when: 'after two days' },
  },
  data_export_parts: {
    // They go with the archive.
    other: ['storage_key'],
    life: { goBy: 'rights.makeNext', when: 'a week after the archive was made' },
  },
  data_exports: {
    erasure: { act: 'remove', whose: ofUser },
    other: ['state', 'storage_key'],
    life: {
      go: `state in ('expired', 'failed') and touched_at < now() - interval '90 days'`,
      when: '90 days after the archive went',
    },
  },
  customer_view_looks: {
    other: ['what'],
    life: {
      go: `view_id in (select id from customer_views where expires_at < now() - interval '1 year')`,
      when: 'with their view',
    },
  },
  customer_views: {
    erasure: { act: 'blank', whose: 'customer_id = $person', columns: { reason: 'dash', ip: 'empty' } },
    other: ['token_hash'],
    life: {
      go: `expires_at < now() - interval '1 year'`,
      when: 'a year after the look; the audit log names it for ever',
    },
  },
  sessions: {
    erasure: { act: 'blank', whose: ofUser, columns: { user_agent: 'empty', ip: 'empty' } },
    other: ['salt', 'refresh_hash', 'cookie_hash', 'end_reason'],
    life: {
      go: `coalesce(ended_at, expires_at) < now() - interval '180 days'
        and not exists (select from customer_views v where v.staff_session_id = sessions.id)`,
      when: '180 days after the sign-in ended',
    },
  },
  mails: {
    erasure: {
      act: 'elsewhere',
      by: 'eraseData, by the keyed hash of the address',
      columns: ['sealed_mail'],
    },
    other: ['recipient_index'],
    life: {
      go: `created_at < now() - interval '30 days'`,
      when: 'when the letter has gone, at most 30 days',
    },
  },
  email_confirmations: {
    erasure: { act: 'remove', whose: ofUser },
    other: ['token_hash'],
    life: { go: `expires_at < now() - interval '7 days'`, when: 'a week after the link’s end' },
  },
  setting_proposals: { other: ['key', 'fields_before', 'fields_after', 'state'], life: shop },
  account_controls: {
    other: ['what'],
    life: { go: `at < now() - interval '90 days'`, when: '90 days after; it counts for seven' },
  },
  lookup_passes: {
    erasure: { act: 'remove', whose: ofUser },
    other: ['nonce', 'kind'],
    life: { goBy: 'documents.removeExpiredCaptchas', when: 'minutes after they were drawn' },
  },
  order_viewers: { other: [], life: { goBy: 'presence.removeOld', when: 'minutes after somebody left' } },
  users: {
    erasure: {
      act: 'elsewhere',
      by: 'people.queries eraseUser',
      columns: [
        ...[
          'username',
          'email',
          'first_name',
          'last_name',
          'phone',
          'password_hash',
          'roles',
          'gender',
          'birth_date',
        ],
        ...['address', 'bio', 'profile_image', 'profile_image_key', 'totp_sealed', 'recovery_hashes'],
      ],
    },
    other: ['p_code', 'terms_version', 'search_text'],
    life: {
      stay: 'as long as the books, which name people by their number; an erasure leaves the number alone',
    },
  },
  wallets: { other: [], life: books },

  // What the portal and the shop keep for themselves.
  installation: { other: ['login_password_sealed'], life: shop },
  installation_keys: { other: ['name', 'fingerprint', 'state'], life: shop },
  published_keys: { other: ['kid', 'public_part'], life: shop },
  jobs: { other: ['name', 'last_error'], life: shop },
  portal_processes: {
    other: ['held_keys', 'used_keys'],
    life: { goBy: 'keyHolding.keep', when: 'a day after the process ended' },
  },
  trail: {
    // Nobody can change a row, and an erasure is one of the things that it must be able to prove.
    other: ['kind', 'object_kind', 'object_id', 'reason', 'ip', 'details'],
    life: { stay: 'the audit log, which nobody can change' },
  },
  trail_proofs: { other: ['day'], life: { goBy: 'proveAuditLog', when: 'after 400 days' } },
  trail_seals: { other: ['hash', 'mac'], life: { stay: 'as long as the audit log' } },
  live_events: { other: ['audience', 'message'], life: { goBy: 'live.removeOld', when: 'after an hour' } },
  ws_tickets: { other: ['ticket_hash'], life: { goBy: 'live.removeOld', when: 'after a minute' } },
  rate_limits: {
    other: ['key_hash'],
    life: { goBy: 'rateLimiter.removeOld', when: 'when its tries count no more' },
  },
  file_checks: { other: [], life: withAccount },
  file_counts: { other: [], life: shop },
  order_counts: { other: [], life: shop },
  catalogue_changes: { other: ['what', 'value_before', 'value_after'], life: shop },
  price_changes: { other: ['from_day', 'state'], life: shop },
  services: {
    other: ['code', 'name', 'description', 'place_holder_name', 'status', 'agent_contact'],
    life: shop,
  },
  sub_types: { other: ['name', 'agent_contact'], life: shop },
  shop_settings: { other: ['key', 'value'], life: shop },
  shop_setting_changes: { other: ['key', 'value_before', 'value_after'], life: shop },
  provider_tokens: { other: ['provider', 'token_sealed', 'refresh_sealed'], life: shop },
  schema_migrations: { other: ['name', 'hash'], life: shop },
};
