-- What a search over everything is given about a payment: the provider's number, or the number it was paid from.
create index payments_transaction on payments (transaction_id) where transaction_id is not null;
create index payments_provider_payment on payments (provider_payment_id) where provider_payment_id is not null;
create index payments_payer on payments (payer_number) where payer_number <> '';
