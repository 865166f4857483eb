-- no transaction
-- Refunds and reversals are few among all movements; the list of a period reads them alone.
create index concurrently if not exists ledger_transfers_taken_back on ledger_transfers (created_at desc, id desc) where kind in ('reversal', 'refund');
