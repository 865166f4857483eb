-- A number with an invisible sign, a hyphen or a dot in it is the same number, as new ones are compared. Of several such uses
-- of one number the first gets it, so that there is no further one; the others are left as they are.
with plain as (
  select ref, way, reference, received_at, case when reduced ~ '^[A-Z0-9]+$' then reduced else visible end as number
    from recharge_ways,
         lateral (select regexp_replace(reference,
           '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0]+', '', 'g') as visible) seen,
         lateral (select case when way in ('bkash', 'nagad', 'rocket') then regexp_replace(visible, '[^[:alnum:]]+', '', 'g') else visible end as reduced) mobile
   where way <> 'cash' and released_at is null)
update recharge_ways typed set reference = plain.number
  from plain
 where typed.ref = plain.ref and plain.number <> plain.reference and plain.number <> ''
   and not exists (select from plain other where other.ref <> plain.ref and other.way = plain.way and other.number = plain.number
                     and (other.reference = other.number or (other.received_at, other.ref) < (plain.received_at, plain.ref)))
   and not exists (
     select from payments
      where provider = plain.way and transaction_id is not null and reference_key(transaction_id) = plain.number);
