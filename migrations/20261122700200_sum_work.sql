-- How long work takes is summed with its day, as money is: the times of a month or a year are added up, not sorted.
create table worked_days (
  day date not null,
  service_id integer not null,
  operator_id integer,
  completed integer not null,
  taken integer not null,
  waiting_seconds bigint not null,
  working_seconds bigint not null,
  in_time integer not null,
  constraint worked_days_once unique nulls not distinct (day, service_id, operator_id),
  constraint worked_days_day foreign key (day) references ledger_days (day)
);
comment on table worked_days is 'Orders completed on each finished day by service and operator, and the seconds that they waited and were worked on.';
grant select, insert on worked_days to nothipotro_app;

insert into worked_days
select (completed_at at time zone 'Asia/Dhaka')::date, service_id, operator_id, count(*), count(taken_at),
       sum(date_part('epoch', coalesce(taken_at, completed_at) - created_on)), coalesce(sum(date_part('epoch', completed_at - taken_at)), 0),
       count(*) filter (where completed_at <= due_on)
  from orders where status = 'completed' and (completed_at at time zone 'Asia/Dhaka')::date in (select day from ledger_days) group by 1, 2, 3;
alter table ledger_days drop column orders_completed;

-- What came back to be done again is little, and is asked for by when it was completed.
create index orders_reopened on orders (completed_at) include (service_id, operator_id)
  where status = 'completed' and (uploaded_again_at is not null or round > 1);
drop index orders_completed;
create index orders_completed on orders (completed_at desc, id desc)
  include (service_id, operator_id, created_on, due_on, taken_at) where status = 'completed';
