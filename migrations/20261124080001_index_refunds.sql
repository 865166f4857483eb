-- no transaction
create index concurrently if not exists ledger_transfers_refunds on ledger_transfers (refunds) where refunds is not null;
create index concurrently if not exists cash_requests_order on cash_requests (order_id) where order_id is not null;
