-- Nothing is given back into a closed wallet, such as that of somebody who was erased.
create or replace function ledger_bound_refunds() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_paid ledger_transfers%rowtype;
  v_left bigint;
begin
  -- One at a time for a wallet: the sums below must see what others have returned.
  perform from wallets w where w.user_id = new.user_id for update;
  if new.kind = 'reversal' then
    if exists (select from ledger_transfers t where t.refunds = new.reverses) then
      raise exception 'a part was refunded' using errcode = 'NP409';
    end if;
    return new;
  end if;
  -- What staff decide to give back needs an open wallet, as cash does: nobody could spend it otherwise.
  if not exists (select from wallets w where w.user_id = new.user_id and w.is_active) then
    raise exception 'wallet closed' using errcode = 'NP403';
  end if;
  select * into v_paid from ledger_transfers t where t.id = new.refunds and t.kind = 'capture';
  if not found or v_paid.user_id <> new.user_id then
    raise exception 'no such capture' using errcode = 'NP404';
  end if;
  if exists (select from ledger_transfers t where t.reverses = new.refunds) then
    raise exception 'the capture was reversed' using errcode = 'NP409';
  end if;
  v_left := v_paid.amount_paisa - (select coalesce(sum(t.amount_paisa), 0) from ledger_transfers t where t.refunds = new.refunds);
  if new.amount_paisa > v_left then
    raise exception 'more than is left to refund' using errcode = 'NP416', detail = json_build_object('left', v_left::text)::text;
  end if;
  return new;
end $$;

-- A release from before refunds takes every request that is no recharge for a payout in cash; after a rollback one may still wait.
create function ledger_guard_requests() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from cash_requests c where c.id = substr(new.ref, 6)::uuid and c.kind = 'refund') then
    raise exception 'the request is for a refund' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger ledger_transfers_guard_requests before insert on ledger_transfers
  for each row when (new.kind in ('recharge', 'withdrawal') and new.ref ~ '^cash:[0-9a-f-]{36}$') execute function ledger_guard_requests();
