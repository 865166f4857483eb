-- Who reads a reference out over the phone reaches an owner who reads no log.
create table unexpected_errors (
  reference text primary key,
  at timestamptz not null default now(),
  path text not null
);
create index unexpected_errors_at on unexpected_errors (at);
comment on table unexpected_errors is 'Answers that failed for no reason that the portal knows, by the reference that the caller read. What happened is in the log.';
grant select, insert, update, delete on unexpected_errors to nothipotro_app;
