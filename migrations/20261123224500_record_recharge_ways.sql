-- How the money of a recharge by staff came in. The transfer names the account; this keeps the reference, and that it is used once.
create table recharge_ways (
  ref text not null,
  way text not null,
  reference text not null default '',
  user_id integer not null,
  received_by integer not null,
  received_at timestamptz not null default now(),
  released_at timestamptz,
  constraint recharge_ways_pkey primary key (ref),
  constraint recharge_ways_user foreign key (user_id) references users (id),
  constraint recharge_ways_receiver foreign key (received_by) references users (id),
  constraint recharge_ways_way check (way in ('cash', 'bkash', 'nagad', 'rocket', 'bank')),
  constraint recharge_ways_reference check (way = 'cash' or reference <> '')
);
create unique index recharge_ways_used_once on recharge_ways (way, reference) where way <> 'cash' and released_at is null;
create index recharge_ways_references on recharge_ways (reference) where reference <> '';
comment on table recharge_ways is 'Way and reference of recharges by staff, by the ref of their transfer; none for plain cash. Released when the recharge is refused or reversed.';
grant select, insert, update on recharge_ways to nothipotro_app;

-- A closed wallet takes no money from staff, whichever way it came; what a payment provider collected is always credited.
create or replace function ledger_post(p_id uuid, p_kind text, p_user_id integer, p_counter text, p_amount bigint, p_ref text, p_hold_id uuid, p_reverses uuid, p_actor_id integer, p_reason text)
 returns table(transfer_id uuid, amount_paisa bigint, wallet_version bigint, posted_after_paisa bigint, held_after_paisa bigint)
 language plpgsql
 security definer
 set search_path = pg_catalog, public, pg_temp
as $function$
declare
  v_wallet text := 'wallet:' || p_user_id;
  v_counter text := p_counter;
  v_amount bigint := p_amount;
  v_posted bigint := 0;
  v_held bigint := 0;
  v_into_wallet boolean;
  v_needs_open boolean := false;
  v_earlier ledger_transfers%rowtype;
  v_after wallets%rowtype;
begin
  if p_kind in ('capture', 'release') then
    select * into v_earlier from ledger_transfers t where t.id = p_hold_id and t.kind = 'hold';
    if not found or v_earlier.user_id <> p_user_id then
      raise exception 'no such hold' using errcode = 'NP404';
    end if;
    v_amount := v_earlier.amount_paisa;
    v_counter := 'revenue';
  elsif p_kind = 'reversal' then
    select * into v_earlier from ledger_transfers t where t.id = p_reverses;
    if not found or v_earlier.user_id <> p_user_id then
      raise exception 'no such transfer' using errcode = 'NP404';
    end if;
    if v_earlier.kind in ('hold', 'release', 'reversal') then
      raise exception 'a % is not reversed', v_earlier.kind using errcode = 'NP409';
    end if;
    v_amount := v_earlier.amount_paisa;
    v_counter := case when v_earlier.debit_account = v_wallet then v_earlier.credit_account else v_earlier.debit_account end;
  end if;

  if v_amount is null or v_amount <= 0 then
    raise exception 'an amount must be positive' using errcode = '23514';
  end if;

  case p_kind
    when 'opening' then v_counter := 'opening'; v_into_wallet := true; v_posted := v_amount;
    when 'recharge' then
      if v_counter is null or not (v_counter = 'admin_cash' or v_counter ~ '^clearing:[a-z]{1,20}$') then
        raise exception 'a recharge comes from a clearing account or from cash' using errcode = '23514';
      end if;
      v_into_wallet := true; v_posted := v_amount; v_needs_open := v_counter = 'admin_cash' or v_counter like 'clearing:shop%';
    when 'bonus' then v_counter := 'bonus_expense'; v_into_wallet := true; v_posted := v_amount;
    when 'charge' then v_counter := 'revenue'; v_into_wallet := false; v_posted := -v_amount; v_needs_open := true;
    when 'hold' then v_counter := 'revenue'; v_into_wallet := false; v_held := v_amount; v_needs_open := true;
    when 'capture' then v_into_wallet := false; v_posted := -v_amount; v_held := -v_amount;
    when 'release' then v_into_wallet := true; v_held := -v_amount;
    when 'withdrawal' then v_counter := 'admin_cash'; v_into_wallet := false; v_posted := -v_amount; v_needs_open := true;
    when 'reversal' then
      v_into_wallet := v_earlier.debit_account = v_wallet;
      v_posted := case when v_into_wallet then v_amount else -v_amount end;
    else raise exception 'unknown kind of transfer' using errcode = '23514';
  end case;

  update wallets w
     set posted_paisa = w.posted_paisa + v_posted, held_paisa = w.held_paisa + v_held, version = w.version + 1
   where w.user_id = p_user_id
     and (w.is_active or not v_needs_open)
     and (w.posted_paisa + v_posted) - (w.held_paisa + v_held) >= 0
     and w.held_paisa + v_held >= 0
  returning w.* into v_after;

  if not found then
    select * into v_after from wallets w where w.user_id = p_user_id;
    if not found then raise exception 'no such wallet' using errcode = 'NP404'; end if;
    if v_needs_open and not v_after.is_active then raise exception 'wallet closed' using errcode = 'NP403'; end if;
    raise exception 'not enough money' using errcode = 'NP402',
      detail = json_build_object('available', (v_after.posted_paisa - v_after.held_paisa)::text, 'needed', v_amount::text)::text;
  end if;

  insert into ledger_transfers (id, kind, debit_account, credit_account, amount_paisa, ref, user_id,
    wallet_version, posted_after_paisa, held_after_paisa, hold_id, reverses, actor_id, reason)
  values (p_id, p_kind, case when v_into_wallet then v_counter else v_wallet end,
    case when v_into_wallet then v_wallet else v_counter end, v_amount, p_ref, p_user_id,
    v_after.version, v_after.posted_paisa, v_after.held_paisa, p_hold_id, p_reverses, p_actor_id, p_reason);

  return query select p_id, v_amount, v_after.version, v_after.posted_paisa, v_after.held_paisa;
end $function$;
