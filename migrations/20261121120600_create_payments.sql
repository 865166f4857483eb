create table payments (
  id text not null,
  provider text not null,
  provider_payment_id text,
  user_id integer not null,
  amount_paisa bigint not null,
  bonus_paisa bigint not null default 0,
  payment_type text not null,
  state text not null default 'created',
  redirect_url text,
  transaction_id text,
  payer_number text not null default '',
  attention text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  next_check_at timestamptz not null default now(),
  settled_at timestamptz,
  constraint payments_pkey primary key (id),
  constraint payments_user foreign key (user_id) references users (id),
  constraint payments_amount_positive check (amount_paisa > 0),
  constraint payments_bonus_not_negative check (bonus_paisa >= 0),
  constraint payments_type check (payment_type in ('custom', 'predefined')),
  constraint payments_state check (state in
    ('created', 'redirected', 'completed', 'needs_attention', 'failed', 'cancelled', 'expired')),
  constraint payments_provider_payment_once unique (provider, provider_payment_id),
  constraint payments_transaction_once unique (provider, transaction_id),
  constraint payments_completed_has_transaction check (state <> 'completed' or transaction_id is not null)
);
create index payments_of_user on payments (user_id, created_at desc);
create index payments_open on payments (next_check_at) where state in ('created', 'redirected');
comment on table payments is 'Top-ups through a provider, from the first click to the last word. The id is our invoice number.';

create table sandbox_payments (
  payment_id text not null,
  invoice text not null,
  amount_paisa bigint not null,
  return_url text not null,
  outcome text not null default 'open',
  transaction_id text,
  settles_at timestamptz,
  created_at timestamptz not null default now(),
  constraint sandbox_payments_pkey primary key (payment_id),
  constraint sandbox_payments_transaction_once unique (transaction_id),
  constraint sandbox_payments_outcome check (outcome in ('open', 'paid', 'failed', 'cancelled'))
);
comment on table sandbox_payments is 'Books of the play provider: the other side of the counter, never read by the portal’s own money code but through its interface.';

grant select, insert, update on payments, sandbox_payments to nothipotro_app;
