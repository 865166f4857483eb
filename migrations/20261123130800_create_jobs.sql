-- Repeated work: one row a job, claimed by one process of many for as long as a lease.
create table jobs (
  name text primary key,
  every_seconds double precision not null,
  next_run_at timestamptz not null default now(),
  lease_until timestamptz,
  -- Whoever ends a turn must still hold the lease it began with.
  lease_id uuid,
  last_started_at timestamptz,
  last_succeeded_at timestamptz,
  last_duration_ms integer,
  failures integer not null default 0,
  last_error text not null default '',
  constraint jobs_failures_positive check (failures >= 0)
);
comment on table jobs is 'Work that repeats: when it ran, how it went, when it is due; one process at a time holds the lease.';
comment on column jobs.failures is 'Turns that failed since the last that ended well.';
comment on column jobs.last_error is 'Kind and code of the last failure, without anybody''s data.';
grant select, insert, update on jobs to nothipotro_app;
