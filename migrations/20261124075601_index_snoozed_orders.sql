-- no transaction
-- The list of what is set aside, next to wake first.
create index concurrently if not exists orders_snoozed on orders (snoozed_until, id) where snoozed_until is not null;
