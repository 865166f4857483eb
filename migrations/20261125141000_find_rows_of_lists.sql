-- no transaction
create index concurrently if not exists orders_waiting on orders (created_on desc, id desc) where waiting_since is not null;
create index concurrently if not exists orders_open on orders (due_on, id) include (waiting_since, service_id, snoozed_until)
  where status in ('pending', 'processing');
drop index concurrently if exists orders_due;
create index concurrently if not exists ledger_transfers_recharged_by on ledger_transfers (debit_account, created_at desc, wallet_version desc, id desc)
  where kind = 'recharge';
create index concurrently if not exists ledger_transfers_recharged_online on ledger_transfers (created_at desc, wallet_version desc, id desc)
  where kind = 'recharge' and debit_account like 'clearing:%' and debit_account not like 'clearing:shop%';
create index concurrently if not exists trail_of_thing on trail (object_id, object_kind, id desc);
drop index concurrently if exists trail_of_object;
create index concurrently if not exists trail_of_kind on trail (kind, id desc);
create index concurrently if not exists trail_by_time on trail (at, id);
