-- Filters of the staff's list of orders under a name: a person's own, or everybody's.
create table saved_views (
  id integer generated always as identity,
  owner_id integer not null,
  place smallint not null,
  name text not null,
  list text not null,
  query jsonb not null,
  is_shared boolean not null default false,
  saved_at timestamptz not null default now(),
  constraint saved_views_pkey primary key (id),
  constraint saved_views_owner foreign key (owner_id) references users (id),
  constraint saved_views_place unique (owner_id, place),
  constraint saved_views_few check (place between 1 and 20),
  constraint saved_views_list check (list in ('all', 'pending', 'completed'))
);
create unique index saved_views_name_once on saved_views (owner_id, lower(name));
comment on table saved_views is 'What staff filter the list of orders by, under a name. Without what was typed into the search, which names people.';
comment on column saved_views.place is 'One of twenty that each person has.';
grant select, insert, update, delete on saved_views to nothipotro_app;
