-- Cashiers register customers and take cash up to a limit; what one took in a day stands in the row that locks it.
alter table users drop constraint users_roles;
alter table users add constraint users_roles
  check (roles <@ array['customer', 'owner', 'operator', 'cashier', 'accountant', 'auditor']) not valid;
alter table users validate constraint users_roles;

alter table cash_days drop constraint cash_days_subject;
alter table cash_days add constraint cash_days_subject check (subject ~ '^(actor|customer|taker):[0-9]+$') not valid;
alter table cash_days validate constraint cash_days_subject;
comment on table cash_days is 'What one member of staff moved alone, what was so moved for one customer, and what a cashier took in cash, on a day of Dhaka. The row is the lock under which a movement is let through.';
