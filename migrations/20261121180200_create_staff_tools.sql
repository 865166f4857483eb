-- What staff work with: replies that are used again, and who looks at which order now.

create table saved_replies (
  id integer generated always as identity,
  kind text not null,
  title text not null,
  body text not null,
  created_by integer not null,
  updated_on timestamptz not null default now(),
  constraint saved_replies_pkey primary key (id),
  constraint saved_replies_kind check (kind in ('note', 'reason')),
  constraint saved_replies_author foreign key (created_by) references users (id)
);
create unique index saved_replies_title_once on saved_replies (kind, lower(title));
comment on table saved_replies is 'The shop’s own sentences for comments on results and for reasons of rejections.';

create table order_viewers (
  connection_id uuid not null,
  order_id integer not null,
  user_id integer not null,
  seen_at timestamptz not null default now(),
  constraint order_viewers_pkey primary key (connection_id)
);
create index order_viewers_of_order on order_viewers (order_id);
comment on table order_viewers is 'Which open page of staff shows which order; a row that is not renewed within a minute counts for nothing.';

grant usage on sequence saved_replies_id_seq to nothipotro_app;
grant select, insert, update, delete on saved_replies, order_viewers to nothipotro_app;
