// Rows that the job `remove expired data` deletes when they are old, one way to plant them for each table.

interface AgingRows {
  /** An age at which the job deletes a row, and one at which it does not. */
  readonly ages: readonly [old: string, young: string];
  /** `$1` is a person's id, `$2` the age. */
  readonly insert: string;
  /** Which rows are the person's. */
  readonly whose: string;
}

const ofUser = 'user_id = $1::int';
/** By table, those that others need first. */
export const agingRows: Readonly<Record<string, AgingRows>> = {
  account_controls: {
    ages: ['91 days', '89 days'],
    insert: `insert into account_controls (user_id, by_id, what, at)
             select $1::int, id, 'reset', now() - $2::interval from users where id <> $1::int order by id limit 1`,
    whose: ofUser,
  },
  cash_days: {
    ages: ['31 days', '29 days'],
    insert: `insert into cash_days (day, subject) values (current_date - $2::interval, 'actor:' || $1::int)`,
    whose: `subject = 'actor:' || $1::int`,
  },
  sessions: {
    ages: ['181 days', '179 days'],
    insert: `insert into sessions (id, user_id, salt, refresh_hash, remembered, cookie_hash, expires_at)
             values (gen_random_uuid(), $1::int, '', '', true, sha256($2::text::bytea), now() - $2::interval)`,
    whose: ofUser,
  },
  customer_views: {
    ages: ['366 days', '364 days'],
    insert: `insert into customer_views (id, token_hash, staff_id, staff_session_id, customer_id, reason, ip, expires_at, ended_at)
             select gen_random_uuid(), sha256($2::text::bytea), $1::int, id, $1::int, '', '', now() - $2::interval, now()
               from sessions where user_id = $1::int and expires_at > now() limit 1`,
    whose: 'customer_id = $1::int',
  },
  customer_view_looks: {
    ages: ['366 days', '364 days'],
    insert: `insert into customer_view_looks
             select id, 'orders' from customer_views where customer_id = $1::int and token_hash = sha256($2::text::bytea)`,
    whose: 'view_id in (select id from customer_views where customer_id = $1::int)',
  },
  data_exports: {
    ages: ['91 days', '89 days'],
    insert: `insert into data_exports (id, user_id, state, touched_at)
             values (gen_random_uuid(), $1::int, 'expired', now() - $2::interval)`,
    whose: ofUser,
  },
  email_confirmations: {
    ages: ['8 days', '6 days'],
    insert: `insert into email_confirmations values (sha256($2::text::bytea), $1::int, now(), now() - $2::interval)`,
    whose: ofUser,
  },
  idempotency_keys: {
    ages: ['3 days', '1 day'],
    insert: `insert into idempotency_keys (user_id, key, request_hash, status, body, created_at)
             values ($1::int, $2::text, '', 200, '{}', now() - $2::interval)`,
    whose: ofUser,
  },
  known_devices: {
    ages: ['366 days', '364 days'],
    insert: `insert into known_devices (user_id, device_hash, last_login_at)
             values ($1::int, sha256($2::text::bytea), now() - $2::interval)`,
    whose: ofUser,
  },
  mails: {
    ages: ['31 days', '29 days'],
    // Not due: the portal's own turn of mail would give both up.
    insert: `insert into mails (id, sealed_mail, recipient_index, created_at, attempts, next_attempt_at)
             values (gen_random_uuid(), '', int4send($1::int), now() - $2::interval, 12, now() + interval '1 hour')`,
    whose: 'recipient_index = int4send($1::int)',
  },
  password_reset_asks: {
    ages: ['25 hours', '23 hours'],
    insert: `insert into password_reset_asks (id, sealed_ask, asked_at)
             values (gen_random_uuid(), int4send($1::int), now() - $2::interval)`,
    whose: 'sealed_ask = int4send($1::int)',
  },
  password_resets: {
    ages: ['8 days', '6 days'],
    insert: `insert into password_resets (token_hash, user_id, expires_at)
             values (sha256($2::text::bytea), $1::int, now() - $2::interval)`,
    whose: ofUser,
  },
  tin_purchases: {
    ages: ['31 days', '29 days'],
    insert: `insert into tin_purchases (asked_index, owner_id, made_at)
             values (sha256($2::text::bytea), $1::int, now() - $2::interval)`,
    whose: 'owner_id = $1::int',
  },
  unexpected_errors: {
    ages: ['31 days', '29 days'],
    insert: `insert into unexpected_errors values ($2::text, now() - $2::interval, '/' || $1::int)`,
    whose: `path = '/' || $1::int`,
  },
  unsent_mails: {
    ages: ['61 days', '59 days'],
    insert: 'insert into unsent_mails values (current_date - $2::interval, $1::int)',
    whose: 'count = $1::int',
  },
};
