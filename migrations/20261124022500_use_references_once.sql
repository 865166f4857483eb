-- A transaction number credits money once, whether staff typed it or the payment provider reported it.

create function reference_key(p_reference text) returns text
language sql immutable set search_path = pg_catalog, pg_temp as
$$ select upper(regexp_replace(p_reference, '\s+', '', 'g')) $$;
comment on function reference_key is 'A transaction number as it is compared: in capitals and without spaces.';

create function lock_reference(p_way text, p_reference text) returns void
language sql set search_path = pg_catalog, public, pg_temp as
$$ select pg_advisory_xact_lock(hashtextextended('reference:' || p_way || ':' || reference_key(p_reference), 0)) $$;
comment on function lock_reference is 'Held until the transaction ends, so that staff and the provider take the same number one after the other.';

create function refuse_paid_reference() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as
$$ begin
  perform lock_reference(new.way, new.reference);
  if exists (select from payments where provider = new.way and transaction_id is not null
               and reference_key(transaction_id) = reference_key(new.reference)) then
    raise exception 'a payment has this reference' using errcode = '23505';
  end if;
  return new;
end $$;
create trigger recharge_ways_unpaid before insert or update of way, reference, released_at on recharge_ways
  for each row when (new.way <> 'cash' and new.released_at is null) execute function refuse_paid_reference();

create function refuse_typed_reference() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as
$$ begin
  perform lock_reference(new.provider, new.transaction_id);
  if exists (select from recharge_ways where way = new.provider and released_at is null
               and reference = reference_key(new.transaction_id)) then
    raise exception 'a recharge by staff has this reference' using errcode = '23505';
  end if;
  return new;
end $$;
create trigger payments_untyped before insert or update of transaction_id on payments
  for each row when (new.transaction_id is not null) execute function refuse_typed_reference();
