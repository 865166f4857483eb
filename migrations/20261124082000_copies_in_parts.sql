-- A signed copy arrives in parts, so that an upload that was cut off goes on where it stopped. It rests here, sealed, until it is read.
create table copy_uploads (
  id integer generated always as identity,
  owner_id integer not null,
  byte_size integer not null,
  received integer not null default 0,
  created_at timestamptz not null default now(),
  constraint copy_uploads_pkey primary key (id),
  constraint copy_uploads_owner foreign key (owner_id) references users (id),
  constraint copy_uploads_size check (byte_size > 0 and received between 0 and byte_size)
);
create index copy_uploads_of_owner on copy_uploads (owner_id, id);
create index copy_uploads_by_age on copy_uploads (created_at);
comment on table copy_uploads is 'Signed copies on their way to being read. They go once read, and after an hour.';
comment on column copy_uploads.received is 'How many bytes have arrived; the upload goes on from here.';
grant select, insert, delete on copy_uploads to nothipotro_app;
grant update (received) on copy_uploads to nothipotro_app;

create table copy_upload_parts (
  copy_upload_id integer not null,
  from_byte integer not null,
  bytes_sealed bytea not null,
  constraint copy_upload_parts_pkey primary key (copy_upload_id, from_byte),
  constraint copy_upload_parts_whole foreign key (copy_upload_id) references copy_uploads (id) on delete cascade
);
comment on table copy_upload_parts is 'What has arrived of a signed copy, until it is read.';
grant select, insert, delete on copy_upload_parts to nothipotro_app;
