-- Rows that have had their time go, and an erasure reaches what people wrote beside an order or a movement of cash.

grant delete on password_resets, sessions, customer_views, customer_view_looks, data_exports to nothipotro_app;
grant update (note) on order_timeline to nothipotro_app;

-- Letters that wait are found by a keyed hash of whom they are for, so that an erasure takes them out of the queue.
alter table mails add column recipient_index bytea;
create index mails_recipient on mails (recipient_index);

create function ledger_erase_reasons(p_user_id integer) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as
$$ update public.ledger_transfers set reason = '' where user_id = p_user_id and reason <> '' $$;
comment on function ledger_erase_reasons is 'The one change that a transfer can have: what staff wrote beside it goes when its person is erased.';
revoke execute on function ledger_erase_reasons from public;
grant execute on function ledger_erase_reasons to nothipotro_app;

-- Accounts that were erased before this keep nothing either.
update order_timeline set note = '' where note <> '' and order_id in
  (select o.id from orders o join users u on u.id = o.customer_id where u.deleted_at is not null);
update cash_requests set note = '' where note <> '' and user_id in (select id from users where deleted_at is not null);
update ledger_transfers set reason = '' where reason <> '' and user_id in (select id from users where deleted_at is not null);
update payments set payer_number = '', facts = facts - 'payerNumber', resolved_note = ''
 where user_id in (select id from users where deleted_at is not null);
update bkash_payments set paid = paid - 'payerNumber', last_word = null
 where invoice in (select p.id from payments p join users u on u.id = p.user_id where u.deleted_at is not null);
delete from idempotency_keys where user_id in (select id from users where deleted_at is not null);
