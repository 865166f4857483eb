create table document_records (
  id integer generated always as identity,
  kind text not null,
  owner_id integer not null,
  sealed_record bytea not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint document_records_pkey primary key (id),
  constraint document_records_owner foreign key (owner_id) references users (id),
  constraint document_records_kind check (kind in ('nid', 'sign_to_server', 'tin', 'server_copy_unofficial', 'birth'))
);
create index document_records_of_owner on document_records (owner_id);
comment on table document_records is 'What a document is printed from: fields, pictures and where each value came from, sealed.';

create sequence document_numbers;

create table document_readings (
  id uuid not null,
  owner_id integer not null,
  kind text not null,
  sealed_reading bytea not null,
  created_at timestamptz not null default now(),
  constraint document_readings_pkey primary key (id),
  constraint document_readings_owner foreign key (owner_id) references users (id),
  constraint document_readings_kind check (kind in ('extraction', 'lookup'))
);
create index document_readings_age on document_readings (created_at);
comment on table document_readings is 'What was read from an upload or returned by a registry, sealed, so that a later save can tell what the customer changed.';

create table files (
  id integer generated always as identity,
  owner_id integer not null,
  type text not null,
  kind text not null,
  full_name text not null,
  number_sealed bytea not null,
  number_index bytea not null,
  number_last4 text not null,
  file_code text not null,
  record_id integer,
  number text not null,
  charge_paisa bigint not null,
  balance_after_paisa bigint,
  current_version integer not null default 1,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  constraint files_pkey primary key (id),
  constraint files_owner foreign key (owner_id) references users (id),
  constraint files_record foreign key (record_id) references document_records (id),
  constraint files_code_unique unique (file_code),
  constraint files_number_unique unique (number),
  constraint files_type check (type in ('server_copy', 'id_card', 'new_birth', 'tin'))
);
create index files_of_owner on files (owner_id, created_at desc, id desc);
create index files_newest on files (created_at desc, id desc);
create index files_number on files (number_index);
create index files_last4 on files (number_last4);
create index files_name on files using gin (fold_text(full_name) gin_trgm_ops);
comment on table files is 'Finished documents of customers. The number they are about is sealed; it is found in full or by its last four digits through keyed hashes.';

create table file_versions (
  id integer generated always as identity,
  file_id integer not null,
  version integer not null,
  verification_code text not null,
  storage_key text not null,
  sha256 bytea not null,
  byte_size integer not null,
  media_type text not null default 'application/pdf',
  masked_name text not null,
  provenance jsonb not null,
  made_at timestamptz not null,
  constraint file_versions_pkey primary key (id),
  constraint file_versions_file foreign key (file_id) references files (id),
  constraint file_versions_once unique (file_id, version),
  constraint file_versions_code_unique unique (verification_code)
);
create index file_versions_sha256 on file_versions (sha256);
comment on table file_versions is 'Each print of a file, with its own verification code; a row never changes.';

create table attachments (
  id integer generated always as identity,
  file_code text not null,
  owner_id integer not null,
  storage_key text not null,
  name text not null,
  media_type text not null,
  byte_size integer not null,
  created_at timestamptz not null default now(),
  constraint attachments_pkey primary key (id),
  constraint attachments_owner foreign key (owner_id) references users (id),
  constraint attachments_code_unique unique (file_code)
);
comment on table attachments is 'Files that staff deliver with an order.';

grant usage on sequence document_numbers to nothipotro_app;
grant select, insert, update on document_records, files to nothipotro_app;
grant select, insert, delete on document_readings to nothipotro_app;
grant select, insert on file_versions, attachments to nothipotro_app;
