-- Who is told when an order that was set aside comes back.
create table order_wakes (
  order_id integer not null,
  set_by integer not null,
  wakes_at timestamptz not null,
  constraint order_wakes_pkey primary key (order_id),
  constraint order_wakes_order foreign key (order_id) references orders (id),
  constraint order_wakes_set_by foreign key (set_by) references users (id)
);
comment on table order_wakes is 'Who set an order aside and is told when it comes back. A row whose order was worked on meanwhile counts for nothing.';
grant select, insert, update, delete on order_wakes to nothipotro_app;
