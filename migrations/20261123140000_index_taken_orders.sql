-- no transaction
-- The list of what one member of staff works on, next due first.
create index concurrently if not exists orders_taken on orders (operator_id, due_on, id) where status = 'processing';
