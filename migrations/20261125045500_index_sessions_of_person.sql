-- no transaction
create index concurrently if not exists sessions_of_person on sessions (user_id, created_at);
drop index concurrently if exists sessions_of_user;
