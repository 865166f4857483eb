-- What every module stands on: repeated requests, live messages, settings of the shop.

create extension if not exists pg_trgm;

-- Names are compared and sorted as Bangla dictionaries do; level 2 ignores case and keeps vowel signs apart.
create collation bangla (provider = icu, locale = 'bn-u-ks-level2', deterministic = false);

-- Text as searches compare it: one form of each letter, no nukta, no case, ASCII digits.
create function fold_text(p_text text) returns text language sql immutable strict parallel safe as
$$ select translate(replace(lower(normalize(p_text, nfc)), U&'\09BC', ''), '০১২৩৪৫৬৭৮৯', '0123456789') $$;

create table idempotency_keys (
  user_id integer not null,
  key text not null constraint idempotency_key_length check (length(key) between 1 and 255),
  request_hash bytea not null,
  status smallint not null,
  body jsonb not null,
  created_at timestamptz not null default now(),
  constraint idempotency_keys_pkey primary key (user_id, key)
);
comment on table idempotency_keys is 'First answer to each request that moves money or makes a document, kept for its repeats; written in the transaction of the work itself.';

create table live_events (
  id bigint generated always as identity,
  audience text not null constraint live_events_audience check (audience = 'staff' or audience like 'user:%'),
  message jsonb not null,
  committed_by xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null default now(),
  constraint live_events_pkey primary key (id)
);
create index live_events_committed_by on live_events (committed_by);
comment on table live_events is 'Outbox of the live channel: written with the change it tells of, read by every server process after commit.';

create table ws_tickets (
  ticket_hash bytea not null,
  user_id integer not null,
  session_id uuid not null,
  expires_at timestamptz not null,
  constraint ws_tickets_pkey primary key (ticket_hash)
);
comment on table ws_tickets is 'One-use tickets that open the live channel; only their hashes are kept.';

grant select, insert, update, delete on idempotency_keys, live_events, ws_tickets to nothipotro_app;
grant select on schema_migrations to nothipotro_app;
