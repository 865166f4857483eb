-- no transaction
-- Withdrawals and reversals are few among all movements; lists and sums of a period read them alone.
create index concurrently if not exists ledger_transfers_paid_out on ledger_transfers (created_at desc, id desc) where kind in ('withdrawal', 'reversal');
