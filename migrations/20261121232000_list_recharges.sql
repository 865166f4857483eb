-- The history of recharges is read from its newest end and counted; both go through this index.
create index ledger_transfers_recharges on ledger_transfers (created_at desc, wallet_version desc, id desc) where kind = 'recharge';
