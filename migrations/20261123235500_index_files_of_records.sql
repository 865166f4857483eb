-- no transaction
-- Opening and correcting a paper looks its file up by its record: without this, every file was read.
create index concurrently if not exists files_of_record on files (record_id) where record_id is not null;
