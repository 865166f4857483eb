-- A TrxID of bKash, Nagad or Rocket is the same money whichever of the three staff chose. What was used twice before stays as it is.

create function ways_of_reference(p_way text) returns text[]
language sql immutable set search_path = pg_catalog, pg_temp as
$$ select case when p_way in ('bkash', 'nagad', 'rocket') then array['bkash', 'nagad', 'rocket'] else array[p_way] end $$;
comment on function ways_of_reference is 'The ways among which a transaction number is used once.';

create or replace function lock_reference(p_way text, p_reference text) returns void
language sql set search_path = pg_catalog, public, pg_temp as
$$ select pg_advisory_xact_lock(hashtextextended('reference:' || (ways_of_reference(p_way))[1] || ':' || reference_key(p_reference), 0)) $$;

create or replace function refuse_paid_reference() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as
$$ begin
  perform lock_reference(new.way, new.reference);
  if exists (select from payments where provider = any(ways_of_reference(new.way)) and transaction_id is not null
               and reference_key(transaction_id) = reference_key(new.reference)) then
    raise exception 'a payment has this reference' using errcode = '23505';
  end if;
  if exists (select from recharge_ways where reference = new.reference and way = any(ways_of_reference(new.way)) and way <> new.way
               and released_at is null) then
    raise exception 'a recharge of another way has this reference' using errcode = '23505';
  end if;
  return new;
end $$;

create or replace function refuse_typed_reference() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as
$$ begin
  perform lock_reference(new.provider, new.transaction_id);
  if exists (select from recharge_ways where way = any(ways_of_reference(new.provider)) and released_at is null
               and reference = reference_key(new.transaction_id)) then
    raise exception 'a recharge by staff has this reference' using errcode = '23505';
  end if;
  return new;
end $$;
