-- no transaction
-- A payment that does not fit is no recharge of somebody else: its transaction number is looked for in what the provider said of it.
create index concurrently if not exists payments_reported on payments (reference_key(facts ->> 'transactionId')) where facts is not null;
