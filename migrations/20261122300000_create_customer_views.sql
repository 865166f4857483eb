-- Staff who look at a customer's portal through the customer's eyes.

create table customer_views (
  id uuid not null,
  token_hash bytea not null,
  staff_id integer not null,
  staff_session_id uuid not null,
  customer_id integer not null,
  reason text not null,
  ip text not null,
  started_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  constraint customer_views_pkey primary key (id),
  constraint customer_views_staff foreign key (staff_id) references users (id),
  constraint customer_views_session foreign key (staff_session_id) references sessions (id),
  constraint customer_views_customer foreign key (customer_id) references users (id)
);
create unique index customer_views_token on customer_views (token_hash);
create unique index customer_views_one_a_session on customer_views (staff_session_id) where ended_at is null;
comment on table customer_views is 'Read-only looks of staff through a customer''s eyes: bound to a sign-in and an address, one at a time.';

create table customer_view_looks (
  view_id uuid not null,
  what text not null,
  constraint customer_view_looks_pkey primary key (view_id, what),
  constraint customer_view_looks_view foreign key (view_id) references customer_views (id)
);
comment on table customer_view_looks is 'What was looked at in a view, so that the trail names each thing once.';

grant select, insert, update on customer_views to nothipotro_app;
grant select, insert on customer_view_looks to nothipotro_app;
