-- A provider outside the portal: what it told us, the tokens that all processes share, and payments that staff look at.

alter table payments
  add column failure_code text not null default '',
  add column checks integer not null default 0,
  add column facts jsonb,
  add column credited_paisa bigint,
  add column proposal jsonb,
  add column proposed_by integer,
  add column resolved_by integer,
  add column resolved_note text not null default '',
  add column resolved_at timestamptz,
  add column refund_id text,
  add column refund_lease_until timestamptz not null default '-infinity',
  drop constraint payments_state,
  add constraint payments_state check (state in
    ('created', 'redirected', 'completed', 'needs_attention', 'refunding', 'refunded', 'closed', 'failed', 'cancelled', 'expired')),
  add constraint payments_credited_positive check (credited_paisa > 0),
  add constraint payments_four_eyes check (resolved_by is null or proposed_by is null or resolved_by <> proposed_by),
  add constraint payments_proposal_named check ((proposal is null) = (proposed_by is null));
create index payments_attention on payments (created_at desc) where state in ('needs_attention', 'refunding');
create index payments_newest on payments (created_at desc, id desc);
comment on column payments.facts is 'What the provider said of a payment that does not fit ours; kept for staff.';
comment on column payments.credited_paisa is 'What staff let be credited, where it differs from what was asked.';

alter table sandbox_payments add column refund_id text;

create table provider_tokens (
  provider text not null,
  token_sealed bytea,
  refresh_sealed bytea,
  usable_until timestamptz not null default '-infinity',
  refreshes timestamptz[] not null default '{}',
  lease_until timestamptz not null default '-infinity',
  constraint provider_tokens_pkey primary key (provider)
);
comment on table provider_tokens is 'The access token of each provider, sealed, one for all processes: too many renewals block the merchant.';

create table bkash_payments (
  invoice text not null,
  payment_id text,
  redirect_url text,
  paid jsonb,
  last_word jsonb,
  asked_at timestamptz not null default '-infinity',
  lease_until timestamptz not null default '-infinity',
  created_at timestamptz not null default now(),
  constraint bkash_payments_pkey primary key (invoice),
  constraint bkash_payments_payment_once unique (payment_id)
);
comment on table bkash_payments is 'Payments begun at bKash: who asks holds the lease, and the word that one was paid is kept.';

create table payment_notices (
  provider text not null,
  message_id text not null,
  invoice text not null,
  transaction_id text not null,
  amount_paisa bigint,
  currency text not null,
  status text not null,
  received_at timestamptz not null default now(),
  constraint payment_notices_pkey primary key (provider, message_id)
);
create index payment_notices_of_invoice on payment_notices (invoice);
comment on table payment_notices is 'Signed notices of a provider, each once. They only make us ask; none moves money.';

grant select, insert, update on provider_tokens, bkash_payments to nothipotro_app;
grant select, insert on payment_notices to nothipotro_app;
