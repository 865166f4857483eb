-- A clock that was ahead closed days that had not ended, with nothing in them; a movement of a clock that was behind is dated into a closed day.
create function reopen_days(p_from date) returns integer
  language sql set search_path = pg_catalog, public, pg_temp as $$
  delete from worked_days where day >= p_from;
  delete from ledger_days_sold where day >= p_from;
  delete from ledger_days_active where day >= p_from;
  delete from ledger_days_accounts where day >= p_from;
  with gone as (delete from ledger_days where day >= p_from returning day) select count(*)::integer from gone;
$$;
revoke all on function reopen_days from public;
comment on function reopen_days is 'Drops the sums of this day and of all later ones. They follow from movements and orders, and are summed again.';

create function reopen_unfinished_days() returns integer
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select case when exists (select from ledger_days where day >= today)
               and not exists (select from ledger_days where day > today and (sold <> 0 or grown_paisa <> 0 or recharges <> 0 or active <> 0))
              then reopen_days(today) else 0 end
    from (select (now() at time zone 'Asia/Dhaka')::date as today) clock;
$$;
revoke all on function reopen_unfinished_days from public;
grant execute on function reopen_unfinished_days to nothipotro_app;
comment on function reopen_unfinished_days is 'Opens today and what is to come again where it is closed. Not if something was sold on later days: then the clock is behind now.';
