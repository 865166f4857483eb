-- A new master key is spread to every portal before anything is sealed with it, and old ones go only when no portal needs them.

alter table installation_keys add column state text not null default 'active'
  constraint installation_keys_state check (state in ('spreading', 'active', 'retired'));
comment on column installation_keys.state is 'spreading: not every portal has it yet, nothing is sealed with it; retired: moved to keys/retired, needed by old backups alone.';

alter table installation add column sealing_key smallint;
alter table installation add column sealing_since timestamptz;
comment on column installation.sealing_key is 'The master key that every portal seals with.';

create table portal_processes (
  id uuid not null,
  seen_at timestamptz not null default now(),
  held_keys text[] not null,
  sealing_key smallint not null,
  constraint portal_processes_pkey primary key (id)
);
comment on table portal_processes is 'Portals that run: which keys each holds and which it seals with, said every few seconds.';
grant select, insert, update, delete on portal_processes to nothipotro_app;
