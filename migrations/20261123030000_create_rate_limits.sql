-- One place where tries are counted: sign-ins, codes, passwords asked for again, links, PINs, lookups.

create table rate_limits (
  key_hash bytea not null,
  tries timestamptz[] not null,
  kept_until timestamptz not null,
  constraint rate_limits_pkey primary key (key_hash)
);
create index rate_limits_age on rate_limits (kept_until);
comment on table rate_limits is 'When tries were made, one row a purpose and key. A try is written before it is judged and taken out when it was a good one; keys are keyed hashes.';
grant select, insert, update, delete on rate_limits to nothipotro_app;

drop table brakes;
drop table sign_in_failures;
drop table lookup_misses;

alter table file_shares
  add column pin_tries integer not null default 0,
  add column wrong_pins integer not null default 0,
  add constraint file_shares_pins check (wrong_pins between 0 and 10 and pin_tries between 0 and 10);
comment on column file_shares.pin_tries is 'PINs that are being judged or were wrong: taken before one is judged, so that many at once get no more than ten.';
comment on column file_shares.wrong_pins is 'PINs that were wrong; the tenth ends the link.';

create table password_reset_asks (
  id uuid not null,
  sealed_ask bytea not null,
  asked_at timestamptz not null default now(),
  constraint password_reset_asks_pkey primary key (id)
);
create index password_reset_asks_age on password_reset_asks (asked_at);
comment on table password_reset_asks is 'Asked-for links until they are made, seconds later: the answer is given before anybody knows whether the address has an account.';
grant select, insert, update, delete on password_reset_asks to nothipotro_app;
