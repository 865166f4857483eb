-- Everything about a person as one file, made in the background; and what an erasure must be able to remove.

create table data_exports (
  id uuid not null,
  user_id integer not null,
  state text not null default 'waiting',
  done integer not null default 0,
  total integer not null default 0,
  storage_key text,
  byte_size bigint,
  requested_at timestamptz not null default now(),
  touched_at timestamptz not null default now(),
  expires_at timestamptz,
  constraint data_exports_pkey primary key (id),
  constraint data_exports_user foreign key (user_id) references users (id),
  constraint data_exports_state check (state in ('waiting', 'making', 'ready', 'failed', 'expired')),
  constraint data_exports_ready check ((state = 'ready') = (storage_key is not null))
);
create unique index data_exports_one_at_a_time on data_exports (user_id) where state in ('waiting', 'making');
create index data_exports_of_user on data_exports (user_id, requested_at desc);
create index data_exports_storage_key on data_exports (storage_key) where storage_key is not null;
comment on table data_exports is 'Asked-for copies of a person''s own data; the file is swept when the row has expired.';

grant select, insert, update on data_exports to nothipotro_app;
grant delete on document_records, notices to nothipotro_app;
-- Which bytes a row names may only be blanked by an erasure; hash, number and code of what was given out stay as they are.
grant update (storage_key, masked_name) on money_papers, file_versions to nothipotro_app;
grant update (storage_key, name) on attachments to nothipotro_app;
create index money_papers_storage_key on money_papers (storage_key);
