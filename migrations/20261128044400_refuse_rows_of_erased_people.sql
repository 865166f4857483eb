-- A call that is under way while its person is erased must not leave anything of them: a copy that took seconds to read, an order that cost nothing.
-- The erasure holds the person's row, for which the foreign key of the new row waits; this looks afterwards.
create function refuse_row_of_erased_owner() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from added join users on users.id = added.owner_id where users.deleted_at is not null) then
    raise exception 'The owner of this row was erased' using errcode = 'foreign_key_violation', constraint = 'owner_not_erased';
  end if;
  return null;
end
$$;
create function refuse_row_of_erased_customer() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from added join users on users.id = added.customer_id where users.deleted_at is not null) then
    raise exception 'The customer of this row was erased' using errcode = 'foreign_key_violation', constraint = 'owner_not_erased';
  end if;
  return null;
end
$$;
create trigger attachments_owner_there after insert on attachments
  referencing new table as added for each statement execute function refuse_row_of_erased_owner();
create trigger copy_uploads_owner_there after insert on copy_uploads
  referencing new table as added for each statement execute function refuse_row_of_erased_owner();
create trigger document_readings_owner_there after insert on document_readings
  referencing new table as added for each statement execute function refuse_row_of_erased_owner();
create trigger file_shares_owner_there after insert on file_shares
  referencing new table as added for each statement execute function refuse_row_of_erased_owner();
create trigger files_owner_there after insert on files
  referencing new table as added for each statement execute function refuse_row_of_erased_owner();
create trigger order_attachments_owner_there after insert on order_attachments
  referencing new table as added for each statement execute function refuse_row_of_erased_owner();
create trigger orders_customer_there after insert on orders
  referencing new table as added for each statement execute function refuse_row_of_erased_customer();
