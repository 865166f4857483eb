-- Notes of staff on a customer, which the customer never reads.
create table user_notes (
  id integer generated always as identity,
  user_id integer not null,
  author_id integer not null,
  text_sealed bytea not null,
  written_at timestamptz not null default now(),
  constraint user_notes_pkey primary key (id),
  constraint user_notes_user foreign key (user_id) references users (id),
  constraint user_notes_author foreign key (author_id) references users (id)
);
create index user_notes_of_user on user_notes (user_id, id);
comment on table user_notes is 'What staff note on a customer for each other; rows are only added, and blanked when the customer is erased.';
grant select, insert on user_notes to nothipotro_app;
grant update (text_sealed) on user_notes to nothipotro_app;
