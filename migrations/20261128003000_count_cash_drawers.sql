-- Cash drawers are counted: a record over the cash movements of the ledger, of which each belongs to one count at most. See docs/decisions/0163.
create table cash_drawers (
  user_id integer not null,
  since timestamptz not null,
  constraint cash_drawers_pkey primary key (user_id),
  constraint cash_drawers_user foreign key (user_id) references users (id)
);
comment on table cash_drawers is 'Who had moved cash before drawers were counted: what moved before `since` is in no count.';

-- What of it lay in the drawer then is unknown: the first count finds it.
insert into cash_drawers (user_id, since)
  select distinct actor_id, now() from ledger_transfers
   where actor_id is not null and kind in ('recharge', 'withdrawal') and (debit_account = 'admin_cash' or credit_account = 'admin_cash');

create table cash_counts (
  id integer generated always as identity,
  user_id integer not null,
  number integer not null,
  counted_by integer not null,
  counted_at timestamptz not null default clock_timestamp(),
  opening_paisa bigint not null,
  waiting_before_paisa bigint not null,
  taken_paisa bigint not null,
  paid_paisa bigint not null,
  waiting_paisa bigint not null,
  expected_paisa bigint not null generated always as (opening_paisa - waiting_before_paisa + taken_paisa - paid_paisa + waiting_paisa) stored,
  counted_paisa bigint not null,
  difference_paisa bigint not null generated always as (counted_paisa - (opening_paisa - waiting_before_paisa + taken_paisa - paid_paisa + waiting_paisa)) stored,
  notes jsonb,
  reason text not null,
  removed_paisa bigint not null,
  removed_to text not null,
  kept_paisa bigint not null generated always as (counted_paisa - removed_paisa) stored,
  constraint cash_counts_pkey primary key (id),
  constraint cash_counts_number unique (user_id, number),
  constraint cash_counts_counted check (counted_paisa >= 0 and removed_paisa between 0 and counted_paisa and opening_paisa >= 0),
  constraint cash_counts_waiting check (waiting_before_paisa >= 0 and waiting_paisa >= 0),
  constraint cash_counts_explained check (reason <> '' or counted_paisa = opening_paisa - waiting_before_paisa + taken_paisa - paid_paisa + waiting_paisa),
  constraint cash_counts_removed check (removed_to in ('', 'owner', 'bank', 'other') and (removed_to = '') = (removed_paisa = 0)),
  constraint cash_counts_drawer foreign key (user_id) references users (id),
  constraint cash_counts_counter foreign key (counted_by) references users (id)
);
create index cash_counts_newest on cash_counts (counted_at desc, id desc);
comment on table cash_counts is 'What was counted in a cash drawer, beside what should have been there. Rows are only added; a difference moves no money.';
comment on column cash_counts.opening_paisa is 'What the count before left in the drawer.';
comment on column cash_counts.taken_paisa is 'In cash from customers, less what was taken back.';
comment on column cash_counts.paid_paisa is 'In cash to customers, less what was taken back.';
comment on column cash_counts.waiting_paisa is 'Cash in the drawer whose recharge waits for approval; of the count before in waiting_before_paisa.';
comment on column cash_counts.notes is 'How many of each note, by its value in taka; empty where only the sum was counted.';
comment on column cash_counts.removed_paisa is 'What was taken out of the drawer after it was counted.';

create table cash_count_movements (
  transfer_id uuid not null,
  count_id integer not null,
  constraint cash_count_movements_pkey primary key (transfer_id),
  constraint cash_count_movements_transfer foreign key (transfer_id) references ledger_transfers (id),
  constraint cash_count_movements_count foreign key (count_id) references cash_counts (id)
);
create index cash_count_movements_of_count on cash_count_movements (count_id);
comment on table cash_count_movements is 'Which count has a cash movement: one at most.';

-- The portal's login has no right to change them; nor does any other.
create function refuse_change_of_counts() returns trigger language plpgsql as $$
begin
  raise exception 'a count of cash is never changed' using errcode = '23514';
end $$;
create trigger cash_counts_fixed before update or delete on cash_counts for each statement execute function refuse_change_of_counts();
create trigger cash_count_movements_fixed before update or delete on cash_count_movements for each statement execute function refuse_change_of_counts();

grant select on cash_drawers to nothipotro_app;
grant select, insert on cash_counts, cash_count_movements to nothipotro_app;
