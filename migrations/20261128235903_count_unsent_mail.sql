-- Links that end go before mail that nobody waits for, and mail that was never sent is counted.
alter table mails add column useful_until timestamptz;
create table unsent_mails (day date primary key, count integer not null);
comment on table unsent_mails is 'How many mails were given up in a day, because their server did not take them in time.';
grant select, insert, update, delete on unsent_mails to nothipotro_app;
