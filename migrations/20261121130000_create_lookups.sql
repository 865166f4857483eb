-- Lookups in the registry: what stops guessing, the captcha's and the work's single use, and the TIN that is paid once a day.

create table lookup_misses (
  id bigint generated always as identity,
  user_id integer not null,
  target_index bytea not null,
  service text not null,
  at timestamptz not null default now(),
  constraint lookup_misses_pkey primary key (id),
  constraint lookup_misses_user foreign key (user_id) references users (id)
);
create index lookup_misses_of_user on lookup_misses (user_id, at);
create index lookup_misses_of_target on lookup_misses (target_index, at);
comment on table lookup_misses is 'Lookups that found nobody. A lookup is written here before it is made and taken out when it found somebody, so that many at once are counted too. The number is a keyed hash.';

create table lookup_passes (
  nonce text not null,
  user_id integer not null,
  kind text not null,
  expires_at timestamptz not null,
  constraint lookup_passes_pkey primary key (nonce),
  constraint lookup_passes_user foreign key (user_id) references users (id),
  constraint lookup_passes_kind check (kind in ('captcha', 'work'))
);
create index lookup_passes_expiry on lookup_passes (expires_at);
comment on table lookup_passes is 'Captchas and work given out and not yet used; taken out at the first try, right or wrong.';

create table tin_purchases (
  owner_id integer not null,
  asked_index bytea not null,
  record_id integer,
  made_at timestamptz not null default now(),
  constraint tin_purchases_pkey primary key (owner_id, asked_index),
  constraint tin_purchases_owner foreign key (owner_id) references users (id),
  constraint tin_purchases_record foreign key (record_id) references document_records (id)
);
comment on table tin_purchases is 'Which TIN a customer paid for and when, also by the mobile number that was asked; one row a number, so that one day has one charge.';

grant select, insert, update, delete on lookup_misses, lookup_passes, tin_purchases to nothipotro_app;
