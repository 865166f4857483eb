-- How many files there are, kept with each new one, for the head of staff's list; in slots like the totals of orders.
create table file_counts (
  slot smallint not null,
  files bigint not null,
  constraint file_counts_pkey primary key (slot)
) with (fillfactor = 50);
comment on table file_counts is 'The slots add up to the number of files. Written by a trigger alone; files are never removed.';

create function count_file() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into file_counts as c (slot, files) values (pg_backend_pid() % 16, 1) on conflict (slot) do update set files = c.files + 1;
  return null;
end
$$;
insert into file_counts (slot, files) select 0, count(*) from files;
create trigger files_counted after insert on files for each row execute function count_file();
grant select on file_counts to nothipotro_app;
