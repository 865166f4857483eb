-- no transaction
-- Corrections in the list of recharges and of a cash drawer: without it every withdrawal or refund of the time would be read.
create index concurrently if not exists ledger_transfers_reversals on ledger_transfers (created_at desc, id desc) where kind = 'reversal';
