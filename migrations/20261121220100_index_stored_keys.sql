-- The sweep of the storage asks for many keys at once.
create index file_versions_storage_key on file_versions (storage_key);
create index attachments_storage_key on attachments (storage_key);
create index users_profile_image_key on users (profile_image_key) where profile_image_key is not null;
