alter table ledger_audits add column failed_at timestamptz;
comment on column ledger_audits.failed_at is 'The audit could not be finished; it is begun again within the hour.';

-- Hourly sums of the last two days, and one of each day before: an old sum is only needed to see that the books still say the same.
create function ledger_prune_snapshots() returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_count integer;
begin
  delete from ledger_snapshots s
   where s.taken_at < now() - interval '2 days'
     and exists (select from ledger_snapshots later
                  where later.account = s.account and later.complete_below > s.complete_below
                    and date_trunc('day', later.taken_at) = date_trunc('day', s.taken_at));
  get diagnostics v_count = row_count;
  return v_count;
end $$;
revoke all on function ledger_prune_snapshots from public;
grant execute on function ledger_prune_snapshots to nothipotro_app;
