-- Each search by name reads what was added and is not sorted into the index yet: eight pages at most, in place of five hundred.
alter index orders_name set (gin_pending_list_limit = 64);
alter index files_name set (gin_pending_list_limit = 64);
alter index users_search set (gin_pending_list_limit = 64);
