-- Finished days are summed once and never again: reports add up days, not movements. The nightly audit compares them with the ledger.

create table ledger_days (
  day date not null,
  sold integer not null,
  sales_paisa bigint not null,
  refunds_paisa bigint not null,
  bonuses_paisa bigint not null,
  deposits_paisa bigint not null,
  withdrawals_paisa bigint not null,
  grown_paisa bigint not null,
  recharges integer not null,
  active integer not null,
  orders_completed integer not null,
  closed_at timestamptz not null default now(),
  constraint ledger_days_pkey primary key (day)
);
comment on table ledger_days is 'What each finished day in Dhaka moved, without gaps from the first movement on; written once, an hour after the day.';

create table ledger_days_active (
  user_id integer not null,
  day date not null,
  is_first boolean not null,
  constraint ledger_days_active_pkey primary key (user_id, day),
  constraint ledger_days_active_day foreign key (day) references ledger_days (day)
);
create index ledger_days_active_by_day on ledger_days_active (day) include (user_id, is_first);
comment on table ledger_days_active is 'Who paid in or bought on each finished day, and on which day for the first time.';

create table ledger_days_sold (
  day date not null,
  service_id integer,
  file_kind text,
  operator_id integer,
  sold integer not null,
  sales_paisa bigint not null,
  refunds_paisa bigint not null,
  constraint ledger_days_sold_once unique nulls not distinct (day, service_id, file_kind, operator_id),
  constraint ledger_days_sold_day foreign key (day) references ledger_days (day)
);
comment on table ledger_days_sold is 'Revenue of each finished day by what was sold and who had worked on it when the day was closed.';

grant select, insert on ledger_days, ledger_days_active, ledger_days_sold to nothipotro_app;

-- Working times are read from the orders alone.
alter table orders add column taken_at timestamptz;
alter table orders add column uploaded_again_at timestamptz;
update orders o set taken_at = t.at
  from (select order_id, min(at) as at from order_timeline where what = 'take' group by 1) t where t.order_id = o.id;
update orders o set uploaded_again_at = t.at
  from (select order_id, max(at) as at from order_timeline where what = 're_upload' group by 1) t where t.order_id = o.id;
drop index order_timeline_turns;
drop index orders_completed;
create index orders_completed on orders (completed_at desc, id desc)
  include (service_id, operator_id, created_on, due_on, taken_at, uploaded_again_at, round) where status = 'completed';
-- A search for words that thousands share looks through the newest orders by the index alone.
drop index orders_newest;
create index orders_newest on orders (created_on desc, id desc) include (customer_id, service_id, status, due_on, folded_name);
-- Users and customers are counted without reading them.
create index users_kept on users (is_active) where deleted_at is null;
create index users_customers on users (date_joined desc, id desc) where deleted_at is null and roles = '{customer}';
