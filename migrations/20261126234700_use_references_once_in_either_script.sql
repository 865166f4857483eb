-- A number typed in Bengali digits is the same number. Those that were used twice are left as they are.
update recharge_ways typed set reference = translate(reference, '০১২৩৪৫৬৭৮৯', '0123456789')
where reference ~ '[০-৯]'
  and (way = 'cash' or released_at is not null or not exists (
    select from recharge_ways other
     where other.ref <> typed.ref and other.way = typed.way and other.released_at is null
       and translate(other.reference, '০১২৩৪৫৬৭৮৯', '0123456789') = translate(typed.reference, '০১২৩৪৫৬৭৮৯', '0123456789'))
   and not exists (
    select from payments
     where provider = typed.way and transaction_id is not null
       and reference_key(transaction_id) = translate(typed.reference, '০১২৩৪৫৬৭৮৯', '0123456789')));

-- What was given back counts as used.
update payments given set transaction_id = first.number
from (
  select distinct on (provider, number) id, number
    from payments, lateral (select facts->>'transactionId' as number) said
   where state in ('refunding', 'refunded') and transaction_id is null and number <> ''
   order by provider, number, created_at) first
where given.id = first.id
  and not exists (select from payments other where other.provider = given.provider and other.transaction_id = first.number)
  and not exists (
    select from recharge_ways
     where way = given.provider and released_at is null and reference = reference_key(first.number));
