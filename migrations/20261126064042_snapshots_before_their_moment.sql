-- A snapshot builds on the newest one before its own moment. One that was written later, but belongs to an earlier moment, took what stood for the later one.
create or replace function ledger_take_snapshots() returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_horizon xid8 := pg_snapshot_xmin(pg_current_snapshot());
  v_count integer;
begin
  insert into ledger_snapshots (account, complete_below, balance_paisa)
  select grown.account, v_horizon, sum(grown.amount_paisa) from (
    select e.account, e.amount_paisa from ledger_entries e
      left join lateral (select max(s.complete_below) as below from ledger_snapshots s
                          where s.account = e.account and s.complete_below < v_horizon) latest on true
     where e.account not like 'wallet:%' and e.committed_by < v_horizon
       and (latest.below is null or e.committed_by >= latest.below)
    union all
    (select distinct on (s.account) s.account, s.balance_paisa from ledger_snapshots s
      where s.complete_below < v_horizon order by s.account, s.complete_below desc)
  ) grown group by grown.account
  on conflict do nothing;
  get diagnostics v_count = row_count;
  return v_count;
end $$;
