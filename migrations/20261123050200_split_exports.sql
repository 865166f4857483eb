-- An archive is stored in parts, so that no process holds a whole one; and one that cannot be made is given up after three tries.
alter table data_exports add column attempts smallint not null default 0;
alter table data_exports drop constraint data_exports_ready;

create table data_export_parts (
  export_id uuid not null,
  position integer not null,
  storage_key text not null,
  byte_size integer not null,
  constraint data_export_parts_pkey primary key (export_id, position),
  constraint data_export_parts_export foreign key (export_id) references data_exports (id) on delete cascade
);
create index data_export_parts_storage_key on data_export_parts (storage_key);
comment on table data_export_parts is 'The bytes of an archive, one after the other; they go when it expires, is made anew, or its person is erased.';
grant select, insert, delete on data_export_parts to nothipotro_app;

insert into data_export_parts (export_id, position, storage_key, byte_size)
  select id, 0, storage_key, byte_size from data_exports where state = 'ready' and storage_key is not null;
update data_exports set storage_key = null;
