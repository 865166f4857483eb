alter table users
  add column temporary_password_until timestamptz,
  add column temporary_password_used boolean not null default false,
  add column totp_sealed bytea,
  add column totp_confirmed_at timestamptz,
  add column totp_last_step integer not null default 0,
  add column recovery_hashes bytea[] not null default '{}',
  add column profile_image_key text;

create table password_resets (
  token_hash bytea not null,
  user_id integer not null,
  requested_by integer,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint password_resets_pkey primary key (token_hash),
  constraint password_resets_user foreign key (user_id) references users (id)
);
create index password_resets_of_user on password_resets (user_id, created_at desc);
comment on table password_resets is 'One-time links by mail; only hashes are kept.';

create table sign_in_failures (
  id bigint generated always as identity,
  account_hash bytea not null,
  ip text not null,
  at timestamptz not null default now(),
  constraint sign_in_failures_pkey primary key (id)
);
create index sign_in_failures_of_account on sign_in_failures (account_hash, at desc);
create index sign_in_failures_of_address on sign_in_failures (ip, at desc);
comment on table sign_in_failures is 'Wrong passwords of the last hours, by keyed hash of the name, so that guessing slows down.';

create table mails (
  id uuid not null,
  sealed_mail bytea not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  constraint mails_pkey primary key (id)
);
create index mails_due on mails (next_attempt_at);
comment on table mails is 'Mail that waits to be sent: written with the change that wants it, removed when it has gone.';

grant select, insert, update on password_resets to nothipotro_app;
grant select, insert, delete on sign_in_failures to nothipotro_app;
grant select, insert, update, delete on mails to nothipotro_app;
