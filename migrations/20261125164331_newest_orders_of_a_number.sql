-- no transaction
create index concurrently if not exists orders_of_number on orders (number_index, created_on desc, id desc);
drop index concurrently if exists orders_number;
create index concurrently if not exists orders_of_last4 on orders (number_last4, created_on desc, id desc);
drop index concurrently if exists orders_last4;
create index concurrently if not exists files_of_number on files (number_index, created_at desc, id desc);
drop index concurrently if exists files_number;
create index concurrently if not exists files_of_last4 on files (number_last4, created_at desc, id desc);
drop index concurrently if exists files_last4;
