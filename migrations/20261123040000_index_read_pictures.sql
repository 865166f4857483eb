-- A picture that was read from one person's copy must not go on another person's paper: it is found again by a keyed hash.
alter table document_readings add column picture_indexes bytea[] not null default '{}';
comment on column document_readings.picture_indexes is 'Keyed hashes of the photo and signature that the reading gave.';
create index document_readings_of_owner on document_readings (owner_id);
