-- What an owner sets without a restart: one row a group of values, and every earlier value.

create table shop_settings (
  key text not null,
  value jsonb not null,
  version integer not null default 1,
  changed_by integer not null,
  changed_at timestamptz not null default now(),
  constraint shop_settings_pkey primary key (key),
  constraint shop_settings_author foreign key (changed_by) references users (id)
);
comment on table shop_settings is 'The shop’s own settings; a group without a row has its first value.';

create table shop_setting_changes (
  id integer generated always as identity,
  key text not null,
  version integer not null,
  value_before jsonb not null,
  value_after jsonb not null,
  changed_by integer not null,
  changed_at timestamptz not null default now(),
  constraint shop_setting_changes_pkey primary key (id),
  constraint shop_setting_changes_version_once unique (key, version),
  constraint shop_setting_changes_author foreign key (changed_by) references users (id)
);
comment on table shop_setting_changes is 'Every change of a setting with what stood before; rows are only added.';

grant select, insert, update on shop_settings to nothipotro_app;
grant select, insert on shop_setting_changes to nothipotro_app;
