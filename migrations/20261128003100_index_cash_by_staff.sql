-- no transaction
-- The cash of one drawer since it was last counted.
create index concurrently if not exists ledger_transfers_cash_by on ledger_transfers (actor_id, created_at)
  where kind in ('recharge', 'withdrawal') and (debit_account = 'admin_cash' or credit_account = 'admin_cash');
