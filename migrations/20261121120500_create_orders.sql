create table orders (
  id integer generated always as identity,
  customer_id integer not null,
  service_id integer not null,
  sub_type_id integer not null,
  status text not null default 'pending',
  name text,
  number_sealed bytea not null,
  number_index bytea not null,
  number_last4 text not null,
  nid_pair_sealed bytea,
  ten_index bytea,
  seventeen_index bytea,
  note text not null default '',
  staff_note text not null default '',
  price_paisa bigint not null,
  hold_id uuid,
  settled_by uuid,
  round integer not null default 1,
  operator_id integer,
  text_content_sealed bytea,
  attachment_id integer,
  balance_after_paisa bigint,
  created_on timestamptz not null default now(),
  updated_on timestamptz not null default now(),
  completed_at timestamptz,
  constraint orders_pkey primary key (id),
  constraint orders_customer foreign key (customer_id) references users (id),
  constraint orders_service foreign key (service_id) references services (id),
  constraint orders_sub_type foreign key (sub_type_id) references sub_types (id),
  constraint orders_operator foreign key (operator_id) references users (id),
  constraint orders_attachment foreign key (attachment_id) references attachments (id),
  constraint orders_status check (status in ('pending', 'processing', 'completed', 'rejected', 'cancelled')),
  constraint orders_price_not_negative check (price_paisa >= 0),
  constraint orders_held_while_open check (status not in ('pending', 'processing') or price_paisa = 0 or hold_id is not null),
  constraint orders_result_when_completed check (status <> 'completed' or text_content_sealed is not null or attachment_id is not null)
);
create index orders_of_customer on orders (customer_id, created_on desc, id desc);
create index orders_newest on orders (created_on desc, id desc);
create index orders_by_status on orders (status, created_on desc, id desc);
create index orders_by_service on orders (service_id, created_on desc, id desc);
create index orders_completed on orders (completed_at desc, id desc) where status = 'completed';
create index orders_number on orders (number_index);
create index orders_last4 on orders (number_last4);
create index orders_ten on orders (ten_index) where ten_index is not null;
create index orders_seventeen on orders (seventeen_index) where seventeen_index is not null;
create index orders_name on orders using gin (fold_text(name) gin_trgm_ops) where name is not null;
comment on table orders is 'Orders for staff. The price is held from the start and captured or released with the status, in the same transaction.';

create table order_timeline (
  id bigint generated always as identity,
  order_id integer not null,
  what text not null,
  status text not null,
  note text not null default '',
  actor_id integer not null,
  at timestamptz not null default now(),
  constraint order_timeline_pkey primary key (id),
  constraint order_timeline_order foreign key (order_id) references orders (id)
);
create index order_timeline_of_order on order_timeline (order_id, id);
comment on table order_timeline is 'Everything that happened to an order; rows are only added.';

grant usage on sequence orders_id_seq to nothipotro_app;
grant select, insert, update on orders to nothipotro_app;
grant select, insert on order_timeline to nothipotro_app;
