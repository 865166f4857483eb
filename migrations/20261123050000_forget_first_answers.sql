-- What stands under an idempotency key names what was made and holds nothing of it: answers about orders held numbers, names and
-- results. Keys are stored as their hashes, for a client may send anything as one.

update idempotency_keys set body = jsonb_build_object('id', body->'id')
 where body ? 'nid_or_form_num_or_for_biometric_or_location';
update idempotency_keys set key = encode(sha256(convert_to(key, 'UTF8')), 'hex');
comment on table idempotency_keys is 'What each request that moves money or makes a document made, by ids, kept two days for its repeats; written in the transaction of the work itself.';
create index idempotency_keys_age on idempotency_keys (created_at);
