create table services (
  id integer generated always as identity,
  code text not null,
  name text not null,
  description text not null default '',
  place_holder_name text not null default '',
  status text not null default 'active',
  enable_charge boolean not null default true,
  charge_paisa bigint not null default 0,
  is_auto_service boolean not null default false,
  working_hours integer not null default 24,
  agent_contact text,
  position integer not null,
  created_by integer,
  updated_by integer,
  created_on timestamptz not null default now(),
  updated_on timestamptz not null default now(),
  constraint services_pkey primary key (id),
  constraint services_code_unique unique (code),
  constraint services_status check (status in ('active', 'inactive')),
  constraint services_charge_not_negative check (charge_paisa >= 0)
);
create unique index services_name_unique on services (normalize(name, nfc) collate bangla);
comment on table services is 'What the shop offers: AA to AM at first; the automatic ones make documents, the others are orders for staff.';

create table sub_types (
  id integer generated always as identity,
  service_id integer not null,
  name text not null,
  price_paisa bigint not null default 0,
  agent_contact text,
  position integer not null default 0,
  created_on timestamptz not null default now(),
  updated_on timestamptz not null default now(),
  constraint sub_types_pkey primary key (id),
  constraint sub_types_service foreign key (service_id) references services (id),
  constraint sub_types_name_once unique (service_id, name),
  constraint sub_types_price_not_negative check (price_paisa >= 0)
);
comment on table sub_types is 'Kinds of one manual service, each with its price on top of the service’s charge.';

grant select, insert, update on services, sub_types to nothipotro_app;
