-- no transaction
-- A recharge by staff looks for a payment with its reference: without this, every payment was read.
create index concurrently if not exists payments_references on payments (provider, reference_key(transaction_id)) where transaction_id is not null;
