-- Services as two people may edit them: versions, prices that change on a day to come, who changed what; and live news for everybody.

alter table services add column version integer not null default 1;
alter table sub_types add column version integer not null default 1;

create table price_changes (
  id integer generated always as identity,
  service_id integer not null,
  sub_type_id integer,
  price_paisa bigint not null,
  from_day date not null,
  state text not null default 'scheduled',
  made_by integer not null,
  made_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint price_changes_pkey primary key (id),
  constraint price_changes_service foreign key (service_id) references services (id),
  constraint price_changes_sub_type foreign key (sub_type_id) references sub_types (id),
  constraint price_changes_author foreign key (made_by) references users (id),
  constraint price_changes_price_not_negative check (price_paisa >= 0),
  constraint price_changes_state check (state in ('scheduled', 'applied', 'cancelled'))
);
create unique index price_changes_once_a_day on price_changes (service_id, coalesce(sub_type_id, 0), from_day) where state = 'scheduled';
create index price_changes_due on price_changes (from_day) where state = 'scheduled';
comment on table price_changes is 'Prices that change at the beginning of a day to come, in Dhaka; a job applies them.';

create table catalogue_changes (
  id integer generated always as identity,
  service_id integer not null,
  sub_type_id integer,
  what text not null,
  value_before jsonb not null default '{}',
  value_after jsonb not null default '{}',
  changed_by integer not null,
  changed_at timestamptz not null default now(),
  constraint catalogue_changes_pkey primary key (id),
  constraint catalogue_changes_service foreign key (service_id) references services (id),
  constraint catalogue_changes_author foreign key (changed_by) references users (id),
  constraint catalogue_changes_what check (what in ('service_changed', 'sub_type_added', 'sub_type_changed', 'price_scheduled', 'price_cancelled', 'price_applied'))
);
create index catalogue_changes_of_service on catalogue_changes (service_id, id desc);
comment on table catalogue_changes is 'Who changed what of a service; rows are only added.';

alter table live_events drop constraint live_events_audience;
alter table live_events add constraint live_events_audience check (audience in ('staff', 'everybody') or audience like 'user:%');

grant select, insert, update on price_changes to nothipotro_app;
grant select, insert on catalogue_changes to nothipotro_app;
