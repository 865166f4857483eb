-- Searches compare folded text. Folding a name costs as much as reading its row, so each row keeps its folded form.

alter table users add column search_text text generated always as
  (fold_text(first_name || ' ' || last_name || ' ' || username || ' ' || phone || ' ' || p_code)) stored;
drop index users_search;
create index users_search on users using gin (search_text gin_trgm_ops);

alter table orders add column folded_name text generated always as (fold_text(name)) stored;
drop index orders_name;
create index orders_name on orders using gin (folded_name gin_trgm_ops) where folded_name is not null;

alter table files add column folded_name text generated always as (fold_text(full_name)) stored;
drop index files_name;
create index files_name on files using gin (folded_name gin_trgm_ops);
