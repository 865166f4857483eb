-- When an order should be done, and whether staff were told that it is not.

alter table sub_types add column working_hours integer
  constraint sub_types_working_hours_positive check (working_hours > 0);
comment on column sub_types.working_hours is 'How long this kind takes; empty: as long as its service.';

alter table orders add column due_on timestamptz;
update orders o set due_on = o.created_on + s.working_hours * interval '1 hour' from services s where s.id = o.service_id;
alter table orders alter column due_on set not null;
alter table orders add column overdue_told boolean not null default false;
create index orders_due on orders (due_on, id) where status in ('pending', 'processing');
