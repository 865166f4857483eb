-- What belongs together: the database knows its installation, and every file that was ever stored for it.

create table installation (
  is_only boolean not null default true,
  id uuid not null,
  cluster text not null,
  made_at timestamptz not null default now(),
  constraint installation_pkey primary key (is_only),
  constraint installation_only_one check (is_only)
);
comment on table installation is 'The identity that this database shares with the stored files and the keys, and the cluster that it was last opened in.';

create table installation_keys (
  name text not null,
  fingerprint bytea not null,
  first_seen_at timestamptz not null default now(),
  constraint installation_keys_pkey primary key (name)
);
comment on table installation_keys is 'Fingerprints of the files in keys/: a key that is missing or another is found at the start.';

create table stored_files (
  key text not null,
  put_at timestamptz not null default now(),
  trashed_at timestamptz,
  constraint stored_files_pkey primary key (key)
);
create index stored_files_trashed on stored_files (trashed_at) where trashed_at is not null;
comment on table stored_files is 'Written before a file is stored. The sweep removes nothing that is not in here: what another or a later database stored is not its business.';

insert into stored_files (key)
  select storage_key from file_versions where storage_key is not null
  union select storage_key from attachments where storage_key is not null
  union select storage_key from money_papers where storage_key is not null
  union select storage_key from data_exports where storage_key is not null
  union select profile_image_key from users where profile_image_key is not null
  union select value->>'storage_key' from shop_settings where value->>'storage_key' is not null;

grant select on installation, installation_keys to nothipotro_app;
grant select, insert, update, delete on stored_files to nothipotro_app;
