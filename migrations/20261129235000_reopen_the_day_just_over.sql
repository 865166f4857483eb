-- A day is closed an hour after its end. One that a wrong clock closed stayed closed with nothing in it where the clock was set right in that hour.
create or replace function reopen_unfinished_days() returns integer language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select case when exists (select from ledger_days where day >= open)
               and not exists (select from ledger_days where day > open and (sold <> 0 or grown_paisa <> 0 or recharges <> 0 or active <> 0))
              then reopen_days(open) else 0 end
    from (select ((now() - interval '1 hour') at time zone 'Asia/Dhaka')::date as open) clock;
$$;
comment on function reopen_unfinished_days() is 'Opens the days again that are closed and did not end an hour ago. Not if something was sold on later days: then the clock is behind now.';
