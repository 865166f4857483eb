-- Whom a new order is told to is asked with each one: the staff among a hundred thousand users.
create index users_staff on users (id) where roles <> '{customer}';
