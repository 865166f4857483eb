create table cash_requests (
  id uuid not null,
  kind text not null,
  user_id integer not null,
  amount_paisa bigint not null,
  bonus_paisa bigint not null default 0,
  status text not null default 'pending',
  requested_by integer not null,
  decided_by integer,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  constraint cash_requests_pkey primary key (id),
  constraint cash_requests_user foreign key (user_id) references users (id),
  constraint cash_requests_kind check (kind in ('recharge', 'withdrawal')),
  constraint cash_requests_status check (status in ('pending', 'accepted', 'rejected')),
  constraint cash_requests_amount check (amount_paisa > 0 and bonus_paisa >= 0),
  constraint cash_requests_four_eyes check (decided_by is null or decided_by <> requested_by),
  constraint cash_requests_decided check ((status = 'pending') = (decided_by is null))
);
create index cash_requests_open on cash_requests (created_at desc) where status = 'pending';
create index cash_requests_of_user on cash_requests (user_id, created_at desc);
comment on table cash_requests is 'Cash movements above the approval sum: posted when a second member of staff approves.';

grant select, insert, update on cash_requests to nothipotro_app;
