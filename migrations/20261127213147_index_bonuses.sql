-- no transaction
-- The list of bonuses: without it every movement of the period would be read.
create index concurrently if not exists ledger_transfers_bonuses on ledger_transfers (created_at desc, id desc) where kind = 'bonus';
