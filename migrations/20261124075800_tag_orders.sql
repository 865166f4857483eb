-- The shop's own short tags on orders, for staff.
create table order_tags (
  id integer generated always as identity,
  place smallint not null,
  name text not null,
  color text not null,
  made_by integer not null,
  made_at timestamptz not null default now(),
  constraint order_tags_pkey primary key (id),
  constraint order_tags_place unique (place),
  constraint order_tags_few check (place between 1 and 30),
  constraint order_tags_color check (color in ('grey', 'red', 'amber', 'green', 'blue', 'purple')),
  constraint order_tags_made_by foreign key (made_by) references users (id)
);
create unique index order_tags_name_once on order_tags (lower(name));
comment on table order_tags is 'Short tags of the shop. Customers never see them.';
comment on column order_tags.place is 'One of thirty.';
create table tagged_orders (
  order_id integer not null,
  tag_id integer not null,
  set_by integer not null,
  set_at timestamptz not null default now(),
  constraint tagged_orders_pkey primary key (order_id, tag_id),
  constraint tagged_orders_order foreign key (order_id) references orders (id),
  constraint tagged_orders_tag foreign key (tag_id) references order_tags (id) on delete cascade,
  constraint tagged_orders_set_by foreign key (set_by) references users (id)
);
create index tagged_orders_of_tag on tagged_orders (tag_id, order_id);
comment on table tagged_orders is 'Which order has which tag.';
grant select, insert, update, delete on order_tags to nothipotro_app;
grant select, insert, delete on tagged_orders to nothipotro_app;
