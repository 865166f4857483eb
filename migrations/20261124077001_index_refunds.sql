-- no transaction
create index concurrently if not exists ledger_transfers_refunds on ledger_transfers (refunds) where refunds is not null;
