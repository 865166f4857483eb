-- Part or all of what a completed order has cost goes back to its customer. A refund names the capture that it returns; the trigger
-- holds for every writer that all refunds of a capture together are no more than it.
alter table ledger_transfers add column refunds uuid;
alter table ledger_transfers add constraint ledger_transfers_refunded foreign key (refunds) references ledger_transfers (id) not valid;
alter table ledger_transfers validate constraint ledger_transfers_refunded;
alter table ledger_transfers drop constraint ledger_transfers_kind;
alter table ledger_transfers add constraint ledger_transfers_kind
  check (kind in ('opening', 'recharge', 'bonus', 'charge', 'hold', 'capture', 'release', 'withdrawal', 'reversal', 'refund')) not valid;
alter table ledger_transfers validate constraint ledger_transfers_kind;
alter table ledger_transfers add constraint ledger_transfers_refund_named check ((kind = 'refund') = (refunds is not null)) not valid;
alter table ledger_transfers validate constraint ledger_transfers_refund_named;
comment on column ledger_transfers.refunds is 'The capture of which a refund returns a part.';

create function ledger_bound_refunds() returns trigger
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
create trigger ledger_transfers_bound_refunds before insert on ledger_transfers
  for each row when (new.kind in ('refund', 'reversal')) execute function ledger_bound_refunds();

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
    if v_earlier.kind in ('hold', 'release', 'reversal', 'refund') then
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
    when 'refund' then v_counter := 'revenue'; v_into_wallet := true; v_posted := v_amount;
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
    wallet_version, posted_after_paisa, held_after_paisa, hold_id, reverses, refunds, actor_id, reason)
  values (p_id, p_kind, case when v_into_wallet then v_counter else v_wallet end,
    case when v_into_wallet then v_wallet else v_counter end, v_amount, p_ref, p_user_id,
    v_after.version, v_after.posted_paisa, v_after.held_paisa, p_hold_id, case when p_kind <> 'refund' then p_reverses end,
    case when p_kind = 'refund' then p_reverses end, p_actor_id, p_reason);

  return query select p_id, v_amount, v_after.version, v_after.posted_paisa, v_after.held_paisa;
end $function$;

alter table orders add column refunded_paisa bigint not null default 0;
alter table orders add constraint orders_refunded check (refunded_paisa between 0 and price_paisa) not valid;
alter table orders validate constraint orders_refunded;
alter table order_timeline add column amount_paisa bigint;
comment on column order_timeline.amount_paisa is 'What a refund returned; empty in all other entries.';

alter table cash_requests add column order_id integer;
alter table cash_requests add constraint cash_requests_order foreign key (order_id) references orders (id) not valid;
alter table cash_requests validate constraint cash_requests_order;
alter table cash_requests drop constraint cash_requests_kind;
alter table cash_requests add constraint cash_requests_kind check (kind in ('recharge', 'withdrawal', 'refund')) not valid;
alter table cash_requests validate constraint cash_requests_kind;
alter table cash_requests add constraint cash_requests_refund_of_order check ((kind = 'refund') = (order_id is not null)) not valid;
alter table cash_requests validate constraint cash_requests_refund_of_order;

alter table cash_days drop constraint cash_days_subject;
alter table cash_days add constraint cash_days_subject
  check (subject ~ '^(actor|customer|taker|refunder|refunded):[0-9]+$') not valid;
alter table cash_days validate constraint cash_days_subject;
comment on table cash_days is 'What one member of staff moved alone, what was so moved for one customer, what a cashier took in cash, and what was refunded alone by one member of staff and to one customer, on a day of Dhaka. The row is the lock under which a movement is let through.';
