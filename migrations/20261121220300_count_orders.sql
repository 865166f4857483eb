-- How many orders there are of each status, kept with each change: counting a million rows for the head of a list takes longer
-- than the list. Spread over slots, so that people who place orders at once do not wait for each other.

create table order_counts (
  slot smallint not null,
  service_id integer not null,
  pending bigint not null default 0,
  processing bigint not null default 0,
  completed bigint not null default 0,
  rejected bigint not null default 0,
  cancelled bigint not null default 0,
  constraint order_counts_pkey primary key (slot, service_id)
) with (fillfactor = 50);
comment on table order_counts is 'Orders by status and service; the slots of a service add up to its orders. Written by a trigger alone.';

create function count_order() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  v_before text := case when tg_op = 'UPDATE' then old.status else '' end;
begin
  insert into order_counts as c (slot, service_id, pending, processing, completed, rejected, cancelled)
  values (pg_backend_pid() % 16, new.service_id,
    (new.status = 'pending')::int - (v_before = 'pending')::int,
    (new.status = 'processing')::int - (v_before = 'processing')::int,
    (new.status = 'completed')::int - (v_before = 'completed')::int,
    (new.status = 'rejected')::int - (v_before = 'rejected')::int,
    (new.status = 'cancelled')::int - (v_before = 'cancelled')::int)
  on conflict (slot, service_id) do update set
    pending = c.pending + excluded.pending, processing = c.processing + excluded.processing, completed = c.completed + excluded.completed,
    rejected = c.rejected + excluded.rejected, cancelled = c.cancelled + excluded.cancelled;
  return null;
end
$$;

insert into order_counts (slot, service_id, pending, processing, completed, rejected, cancelled)
select 0, service_id, count(*) filter (where status = 'pending'), count(*) filter (where status = 'processing'),
       count(*) filter (where status = 'completed'), count(*) filter (where status = 'rejected'), count(*) filter (where status = 'cancelled')
  from orders group by service_id;

create trigger orders_counted_when_placed after insert on orders for each row execute function count_order();
create trigger orders_counted_when_moved after update of status on orders for each row
  when (old.status is distinct from new.status) execute function count_order();

grant select on order_counts to nothipotro_app;
