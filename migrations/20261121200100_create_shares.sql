-- Links by which an owner lets others read a paper, and the brakes on guessing them.

create table file_shares (
  id integer generated always as identity,
  file_id integer not null,
  owner_id integer not null,
  token_hash bytea not null,
  name text not null default '',
  view_only boolean not null,
  pin_hash text,
  max_opens integer,
  opens integer not null default 0,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_opened_at timestamptz,
  created_at timestamptz not null default now(),
  constraint file_shares_pkey primary key (id),
  constraint file_shares_file foreign key (file_id) references files (id),
  constraint file_shares_owner foreign key (owner_id) references users (id),
  constraint file_shares_token_unique unique (token_hash),
  constraint file_shares_opens check (opens >= 0 and (max_opens is null or opens <= max_opens))
);
create index file_shares_of_owner on file_shares (owner_id, id desc);
create index file_shares_of_file on file_shares (file_id, id desc);
comment on table file_shares is 'Read-only links to files. Only the hash of a link is kept; it is shown once, when it is made.';

create table share_viewings (
  key_hash bytea not null,
  share_id integer not null,
  is_counted boolean not null default false,
  expires_at timestamptz not null,
  constraint share_viewings_pkey primary key (key_hash),
  constraint share_viewings_share foreign key (share_id) references file_shares (id)
);
create index share_viewings_age on share_viewings (expires_at);
comment on table share_viewings is 'One viewer''s look through a shared link: the PIN was right, and the look counts as one open.';

create table brakes (
  key_hash bytea not null,
  full_until timestamptz not null,
  constraint brakes_pkey primary key (key_hash)
);
create index brakes_age on brakes (full_until);
comment on table brakes is 'How much of its allowance an address has used up, as the moment at which it is whole again; keys are keyed hashes.';

create table file_checks (
  file_id integer not null,
  checks integer not null,
  last_at timestamptz not null,
  constraint file_checks_pkey primary key (file_id),
  constraint file_checks_file foreign key (file_id) references files (id)
);
comment on table file_checks is 'How often a paper was verified, for its owner; not by whom.';

create index trail_of_object on trail (object_kind, object_id, id desc);

grant select, insert, update on file_shares, file_checks to nothipotro_app;
grant select, insert, update, delete on share_viewings, brakes to nothipotro_app;
