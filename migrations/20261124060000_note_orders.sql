-- Notes of staff on an order, which its customer never reads.
create table order_notes (
  id integer generated always as identity,
  order_id integer not null,
  author_id integer not null,
  text_sealed bytea not null,
  written_at timestamptz not null default now(),
  constraint order_notes_pkey primary key (id),
  constraint order_notes_order foreign key (order_id) references orders (id),
  constraint order_notes_author foreign key (author_id) references users (id)
);
create index order_notes_of_order on order_notes (order_id, id);
comment on table order_notes is 'What staff note on an order for each other; rows are only added, and blanked when the customer is erased.';
grant select, insert on order_notes to nothipotro_app;
grant update (text_sealed) on order_notes to nothipotro_app;
