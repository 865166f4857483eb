-- The index secret and the keys that sign are changed like the master key: of each kind the newest active one makes what is new.
-- Public parts of keys that signed papers stay for ever.

alter table installation_keys add column used_since timestamptz default now();
comment on column installation_keys.used_since is 'Since when every portal makes new things with it; null while that is not known.';

update installation_keys set state = 'spreading'
 where name ~ '^master-key-\d+$' and substr(name, 12)::int > (select sealing_key from installation);
alter table installation drop column sealing_key, drop column sealing_since;

alter table portal_processes drop column sealing_key;
alter table portal_processes add column used_keys text[] not null default '{}';
comment on column portal_processes.used_keys is 'Of each kind of key the one that this portal makes new things with.';

create table published_keys (
  kid text not null,
  public_part jsonb not null,
  published_at timestamptz not null default now(),
  constraint published_keys_pkey primary key (kid)
);
comment on table published_keys is 'Public parts (JWK) of every key that ever signed or sealed papers. Written by the owner alone, never removed.';
grant select on published_keys to nothipotro_app;
