-- What people are told in the bell, and how they want to be told.

create table notices (
  id integer generated always as identity,
  user_id integer not null,
  kind text not null,
  object_kind text not null default '',
  object_id text not null default '',
  facts jsonb not null default '{}',
  at timestamptz not null default now(),
  read_at timestamptz,
  constraint notices_pkey primary key (id),
  constraint notices_user foreign key (user_id) references users (id)
);
create index notices_of_user on notices (user_id, id desc);
create index notices_unread on notices (user_id, kind, object_id) where read_at is null;
create index notices_by_age on notices (at);
comment on table notices is 'What a person is told in the bell: kinds, ids and counts; the words are made when it is shown.';

create table notice_choices (
  user_id integer not null,
  kind text not null,
  in_bell boolean not null,
  by_mail boolean not null,
  constraint notice_choices_pkey primary key (user_id, kind),
  constraint notice_choices_user foreign key (user_id) references users (id)
);
comment on table notice_choices is 'How a person wants to be told of one kind; without a row: in the bell, not by mail.';

grant usage on sequence notices_id_seq to nothipotro_app;
grant select, insert, update, delete on notices, notice_choices to nothipotro_app;
