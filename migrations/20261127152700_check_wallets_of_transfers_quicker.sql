-- no transaction
-- The same check. Each statement that posts prepares it anew: joining a text and a number is a function written in SQL, which is parsed and put in its place
-- each time; joining two texts is not.
alter table ledger_transfers
  drop constraint if exists ledger_transfers_one_wallet,
  add constraint ledger_transfers_one_wallet check (
    (debit_account = 'wallet:' || user_id::text) <> (credit_account = 'wallet:' || user_id::text)) not valid;
alter table ledger_transfers validate constraint ledger_transfers_one_wallet;
