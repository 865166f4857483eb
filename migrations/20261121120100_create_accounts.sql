create table users (
  id integer generated always as identity,
  username text not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  phone text not null default '',
  password_hash text not null,
  must_change_password boolean not null default false,
  roles text[] not null default '{customer}',
  is_active boolean not null default true,
  is_email_active boolean not null default false,
  gender text,
  birth_date date,
  address text not null default '',
  bio text not null default '',
  profile_image text,
  p_code text not null,
  terms_version text,
  terms_accepted_at timestamptz,
  created_by integer,
  date_joined timestamptz not null default now(),
  last_seen timestamptz,
  deleted_at timestamptz,
  constraint users_pkey primary key (id),
  constraint users_username_lower check (username = lower(username)),
  constraint users_gender check (gender in ('male', 'female', 'other')),
  constraint users_roles check (roles <@ array['customer', 'owner', 'operator', 'accountant', 'auditor'])
);
create unique index users_username_unique on users (username);
create index users_newest on users (date_joined desc, id desc);
create index users_search on users using gin (fold_text(first_name || ' ' || last_name || ' ' || username || ' ' || phone) gin_trgm_ops);
comment on table users is 'People with an account: customers and staff. The username is the e-mail in lower case.';

create table sessions (
  id uuid not null,
  user_id integer not null,
  salt bytea not null,
  generation integer not null default 0,
  refresh_hash bytea not null,
  rotated_at timestamptz not null default now(),
  remembered boolean not null,
  cookie_hash bytea not null,
  user_agent text not null default '',
  ip text not null default '',
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  constraint sessions_pkey primary key (id),
  constraint sessions_user foreign key (user_id) references users (id),
  constraint sessions_end_reason check (end_reason in ('logout', 'reuse', 'password', 'inactive', 'ended_by_user', 'ended_by_staff'))
);
create index sessions_of_user on sessions (user_id) where ended_at is null;
create unique index sessions_cookie on sessions (cookie_hash);
comment on table sessions is 'Sign-ins. A refresh token is derived from the salt and the generation; only the hash of the current one is kept.';

create table trail (
  id bigint generated always as identity,
  at timestamptz not null default now(),
  kind text not null,
  actor_id integer,
  subject_id integer,
  object_kind text not null default '',
  object_id text not null default '',
  reason text not null default '',
  ip text not null default '',
  details jsonb not null default '{}',
  constraint trail_pkey primary key (id)
);
create index trail_of_subject on trail (subject_id, id desc);
create index trail_of_actor on trail (actor_id, id desc);
comment on table trail is 'Looks at personal data, acts of staff, security events. Nobody can change or remove a row.';

grant select, insert, update on users, sessions to nothipotro_app;
grant select, insert on trail to nothipotro_app;
