-- A payment that its provider spoke of is asked about until the provider has answered, also when it had been given up.
alter table payments add column heard_at timestamptz;
comment on column payments.heard_at is 'When the provider sent word that is not settled yet; empty again as soon as it has answered clearly.';
create index payments_heard on payments (next_check_at) where heard_at is not null;
