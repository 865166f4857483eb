-- no transaction
-- Trigrams end at a space, so that a search for two words read every row that has both of them anywhere. With a letter in place of the space
-- they run across it; folded text has no capital letters.
create index concurrently if not exists orders_name_joined on orders using gin (replace(folded_name, ' ', 'X') gin_trgm_ops)
  with (gin_pending_list_limit = 64) where folded_name is not null;
drop index concurrently if exists orders_name;
create index concurrently if not exists files_name_joined on files using gin (replace(folded_name, ' ', 'X') gin_trgm_ops)
  with (gin_pending_list_limit = 64);
drop index concurrently if exists files_name;
create index concurrently if not exists users_search_joined on users using gin (replace(search_text, ' ', 'X') gin_trgm_ops)
  with (gin_pending_list_limit = 64);
drop index concurrently if exists users_search;
