-- Customers attach photos and PDFs to their orders. A file arrives in parts, so that an upload that was cut off goes on where it stopped.
create table order_attachments (
  id integer generated always as identity,
  owner_id integer not null,
  order_id integer,
  name text not null,
  byte_size integer not null,
  received integer not null default 0,
  attachment_id integer,
  created_at timestamptz not null default now(),
  constraint order_attachments_pkey primary key (id),
  constraint order_attachments_owner foreign key (owner_id) references users (id),
  constraint order_attachments_order foreign key (order_id) references orders (id),
  constraint order_attachments_attachment foreign key (attachment_id) references attachments (id),
  constraint order_attachments_size check (byte_size > 0 and received between 0 and byte_size),
  constraint order_attachments_only_whole check (order_id is null or attachment_id is not null)
);
create index order_attachments_of_order on order_attachments (order_id, id) where order_id is not null;
create index order_attachments_unused on order_attachments (owner_id, created_at) where order_id is null;
comment on table order_attachments is 'Photos and PDFs of customers for their orders. Without an order they are unused, and go after a day.';
comment on column order_attachments.received is 'How many bytes have arrived; the upload goes on from here.';
grant select, insert, delete on order_attachments to nothipotro_app;
grant update (order_id, received, attachment_id, name) on order_attachments to nothipotro_app;

create table order_attachment_parts (
  order_attachment_id integer not null,
  from_byte integer not null,
  bytes_sealed bytea not null,
  constraint order_attachment_parts_pkey primary key (order_attachment_id, from_byte),
  constraint order_attachment_parts_whole foreign key (order_attachment_id) references order_attachments (id) on delete cascade
);
comment on table order_attachment_parts is 'What has arrived of an attachment, until it is whole and checked.';
grant select, insert, delete on order_attachment_parts to nothipotro_app;

-- An attachment that no order used is removed with its row, so that the sweep takes its bytes.
grant delete on attachments to nothipotro_app;
