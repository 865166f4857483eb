-- Several postings by one statement: it takes the wallets that nobody else is changing and leaves the others, so that no customer waits for another. Whoever
-- takes several waits for nothing else for long: for a key that its customer is using, or whatever else one of them holds, all would wait. Locking takes a
-- right that the application does not have.
create function wallets_lock_free(p_user_ids integer[])
 returns table (user_id integer, is_active boolean, available_paisa bigint)
 language plpgsql rows 1 security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  perform set_config('lock_timeout', '200ms', true);
  return query
    select w.user_id, w.is_active, w.posted_paisa - w.held_paisa
      from wallets w
     where w.user_id = any (p_user_ids)
       and not exists (select from ledger_frozen f where f.account = 'wallet:' || w.user_id)
       for no key update of w skip locked;
end
$$;
revoke all on function wallets_lock_free from public;
grant execute on function wallets_lock_free to nothipotro_app;

-- Orders are counted once for each statement, in the order of their services: two statements that count several never wait for each other crosswise.
-- The rows before and after are added up. Joined by their ids they were compared each with each: the plan of a connection's first statement stays, and that one
-- moved one order.
create or replace function count_order() returns trigger
 language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    insert into order_counts as c (slot, service_id, pending, processing, completed, rejected, cancelled)
    select pg_backend_pid() % 16, service_id,
           count(*) filter (where status = 'pending'), count(*) filter (where status = 'processing'),
           count(*) filter (where status = 'completed'), count(*) filter (where status = 'rejected'),
           count(*) filter (where status = 'cancelled')
      from rows_after group by service_id order by service_id
    on conflict (slot, service_id) do update set
      pending = c.pending + excluded.pending, processing = c.processing + excluded.processing, completed = c.completed + excluded.completed,
      rejected = c.rejected + excluded.rejected, cancelled = c.cancelled + excluded.cancelled;
  else
    insert into order_counts as c (slot, service_id, pending, processing, completed, rejected, cancelled)
    select pg_backend_pid() % 16, service_id,
           coalesce(sum(more) filter (where status = 'pending'), 0), coalesce(sum(more) filter (where status = 'processing'), 0),
           coalesce(sum(more) filter (where status = 'completed'), 0), coalesce(sum(more) filter (where status = 'rejected'), 0),
           coalesce(sum(more) filter (where status = 'cancelled'), 0)
      from (select service_id, status, sum(one) as more
              from (select service_id, status, 1 as one from rows_after union all select service_id, status, -1 from rows_before) as moved
             group by service_id, status having sum(one) <> 0) as counted
     group by service_id order by service_id
    on conflict (slot, service_id) do update set
      pending = c.pending + excluded.pending, processing = c.processing + excluded.processing, completed = c.completed + excluded.completed,
      rejected = c.rejected + excluded.rejected, cancelled = c.cancelled + excluded.cancelled;
  end if;
  return null;
end
$$;
create or replace trigger orders_counted_when_placed after insert on orders
  referencing new table as rows_after for each statement execute function count_order();
create or replace trigger orders_counted_when_moved after update on orders
  referencing old table as rows_before new table as rows_after for each statement execute function count_order();
