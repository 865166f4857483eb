-- Double entry. One immutable row per movement names both accounts, so it balances by construction.
-- The application may read; every movement goes through ledger_post, which runs as the owner.

create table wallets (
  user_id integer not null,
  posted_paisa bigint not null default 0,
  held_paisa bigint not null default 0,
  version bigint not null default 0,
  is_active boolean not null default true,
  constraint wallets_pkey primary key (user_id),
  constraint wallets_user foreign key (user_id) references users (id),
  constraint wallets_held_not_negative check (held_paisa >= 0),
  constraint wallets_available_not_negative check (posted_paisa - held_paisa >= 0),
  constraint wallets_bounded check (posted_paisa <= 100000000000)
);
comment on table wallets is 'Running balance of each customer: posted, of which held. The only balances that are kept and locked.';

create table ledger_transfers (
  id uuid not null,
  kind text not null,
  debit_account text not null,
  credit_account text not null,
  amount_paisa bigint not null,
  ref text not null,
  user_id integer not null,
  wallet_version bigint not null,
  posted_after_paisa bigint not null,
  held_after_paisa bigint not null,
  hold_id uuid,
  reverses uuid,
  actor_id integer,
  reason text not null default '',
  committed_by xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null default now(),
  constraint ledger_transfers_pkey primary key (id),
  constraint ledger_transfers_kind check (kind in
    ('opening', 'recharge', 'bonus', 'charge', 'hold', 'capture', 'release', 'withdrawal', 'reversal')),
  constraint ledger_transfers_positive check (amount_paisa > 0),
  constraint ledger_transfers_two_accounts check (debit_account <> credit_account),
  constraint ledger_transfers_one_wallet check (
    (debit_account = 'wallet:' || user_id) <> (credit_account = 'wallet:' || user_id)),
  constraint ledger_transfers_ref_once unique (kind, ref),
  constraint ledger_transfers_wallet_version unique (user_id, wallet_version),
  constraint ledger_transfers_reversed_once unique (reverses),
  constraint ledger_transfers_hold_named check ((kind in ('capture', 'release')) = (hold_id is not null)),
  constraint ledger_transfers_reversed_named check ((kind = 'reversal') = (reverses is not null)),
  constraint ledger_transfers_wallet foreign key (user_id) references wallets (user_id),
  constraint ledger_transfers_hold foreign key (hold_id) references ledger_transfers (id),
  constraint ledger_transfers_reversed foreign key (reverses) references ledger_transfers (id)
);
create unique index ledger_transfers_hold_resolved_once on ledger_transfers (hold_id) where hold_id is not null;
create index ledger_transfers_statement on ledger_transfers (user_id, created_at desc, wallet_version desc);
create index ledger_transfers_newest on ledger_transfers (created_at desc, id desc);
create index ledger_transfers_committed_by on ledger_transfers (committed_by);
comment on table ledger_transfers is 'Every movement of money, for ever. Corrections are reversals. Holds and releases reserve; they move nothing between accounts.';

create view ledger_entries as
  select id as transfer_id, debit_account as account, -amount_paisa as amount_paisa, kind, user_id, committed_by, created_at
    from ledger_transfers where kind not in ('hold', 'release')
  union all
  select id, credit_account, amount_paisa, kind, user_id, committed_by, created_at
    from ledger_transfers where kind not in ('hold', 'release');
comment on view ledger_entries is 'Both sides of each movement; credit is positive, so a wallet with money is positive and all entries together are zero.';

create table ledger_snapshots (
  account text not null,
  complete_below xid8 not null,
  balance_paisa bigint not null,
  taken_at timestamptz not null default now(),
  constraint ledger_snapshots_pkey primary key (account, complete_below)
);
comment on table ledger_snapshots is 'Sums of system accounts up to a transaction below which all had ended, so that no row of theirs is ever hot.';

-- Refusals carry their own codes: NP402 not enough money, NP403 wallet closed, NP404 no such wallet or transfer,
-- NP409 hold or transfer that does not fit.
create function ledger_post(
  p_id uuid, p_kind text, p_user_id integer, p_counter text, p_amount bigint, p_ref text,
  p_hold_id uuid, p_reverses uuid, p_actor_id integer, p_reason text
) returns table (transfer_id uuid, amount_paisa bigint, wallet_version bigint, posted_after_paisa bigint, held_after_paisa bigint)
language plpgsql security definer set search_path = pg_catalog, public as $$
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
      v_into_wallet := true; v_posted := v_amount; v_needs_open := v_counter = 'admin_cash';
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
end $$;
comment on function ledger_post is 'The only way money moves: locks the wallet, checks, writes the transfer, in one round trip.';

create function wallet_open(p_user_id integer) returns void
language sql security definer set search_path = pg_catalog, public as
$$ insert into wallets (user_id) values (p_user_id) on conflict do nothing $$;

create function wallet_set_active(p_user_id integer, p_is_active boolean) returns void
language sql security definer set search_path = pg_catalog, public as
$$ update wallets set is_active = p_is_active where user_id = p_user_id $$;

-- A snapshot may only hold what the entries say; taken below the oldest running transaction it is complete for ever.
create function ledger_take_snapshots() returns integer
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  v_horizon xid8 := pg_snapshot_xmin(pg_current_snapshot());
  v_count integer;
begin
  insert into ledger_snapshots (account, complete_below, balance_paisa)
  select grown.account, v_horizon, sum(grown.amount_paisa) from (
    select e.account, e.amount_paisa from ledger_entries e
      left join lateral (select max(s.complete_below) as below from ledger_snapshots s where s.account = e.account) latest on true
     where e.account not like 'wallet:%' and e.committed_by < v_horizon
       and (latest.below is null or e.committed_by >= latest.below)
    union all
    (select distinct on (s.account) s.account, s.balance_paisa from ledger_snapshots s order by s.account, s.complete_below desc)
  ) grown group by grown.account
  on conflict do nothing;
  get diagnostics v_count = row_count;
  return v_count;
end $$;

revoke all on function ledger_post, wallet_open, wallet_set_active, ledger_take_snapshots from public;
grant execute on function ledger_post, wallet_open, wallet_set_active, ledger_take_snapshots to nothipotro_app;
grant select on wallets, ledger_transfers, ledger_entries, ledger_snapshots to nothipotro_app;
