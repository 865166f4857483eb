-- The whole schema as the migrations leave it, made by `npm run generate`. It is for reading: a database is made by migrations/ alone.
-- Not shown: the role nothipotro_app and schema_migrations, which src/server/platform/database/migrate.ts makes before the first migration.

-- Schema and extensions

create extension pg_trgm;
grant usage on schema public to public;

-- Collations

create collation bangla (provider = icu, locale = 'bn-u-ks-level2', deterministic = false);

-- Sequences that belong to no column

create sequence document_numbers;
grant usage on sequence document_numbers to nothipotro_app;
create sequence money_paper_numbers;
grant usage on sequence money_paper_numbers to nothipotro_app;

-- Tables

create table account_controls (
  id bigint generated always as identity not null,
  user_id integer not null,
  by_id integer not null,
  what text not null,
  at timestamp with time zone default now() not null,
  constraint account_controls_pkey PRIMARY KEY (id),
  constraint account_controls_what CHECK (what = ANY (ARRAY['reset'::text, 'raised'::text])),
  constraint account_controls_by FOREIGN KEY (by_id) REFERENCES users(id),
  constraint account_controls_user FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX account_controls_age ON account_controls USING btree (at);
CREATE INDEX account_controls_of_user ON account_controls USING btree (user_id, at);
comment on table account_controls is 'Who set a password or an address of somebody else’s account, or gave it a role; asked for seven days. Who made it stands in users.';
grant delete, insert, select on account_controls to nothipotro_app;

create table attachments (
  id integer generated always as identity not null,
  file_code text not null,
  owner_id integer not null,
  storage_key text not null,
  name text not null,
  media_type text not null,
  byte_size integer not null,
  created_at timestamp with time zone default now() not null,
  replaced_at timestamp with time zone,
  constraint attachments_pkey PRIMARY KEY (id),
  constraint attachments_code_unique UNIQUE (file_code),
  constraint attachments_owner FOREIGN KEY (owner_id) REFERENCES users(id)
);
CREATE INDEX attachments_storage_key ON attachments USING btree (storage_key);
CREATE TRIGGER attachments_owner_there AFTER INSERT ON attachments REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_row_of_erased_owner();
comment on table attachments is 'Files that staff deliver with an order.';
comment on column attachments.replaced_at is 'Since when another result stands in its place; only staff open it from then on.';
grant delete, insert, select on attachments to nothipotro_app;
grant update (storage_key, name, replaced_at) on attachments to nothipotro_app;

create table bkash_payments (
  invoice text not null,
  payment_id text,
  redirect_url text,
  paid jsonb,
  last_word jsonb,
  asked_at timestamp with time zone default '-infinity'::timestamp with time zone not null,
  lease_until timestamp with time zone default '-infinity'::timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  constraint bkash_payments_pkey PRIMARY KEY (invoice),
  constraint bkash_payments_payment_once UNIQUE (payment_id)
);
comment on table bkash_payments is 'Payments begun at bKash: who asks holds the lease, and the word that one was paid is kept.';
grant insert, select, update on bkash_payments to nothipotro_app;

create table cash_count_movements (
  transfer_id uuid not null,
  count_id integer not null,
  constraint cash_count_movements_pkey PRIMARY KEY (transfer_id),
  constraint cash_count_movements_count FOREIGN KEY (count_id) REFERENCES cash_counts(id),
  constraint cash_count_movements_transfer FOREIGN KEY (transfer_id) REFERENCES ledger_transfers(id)
);
CREATE INDEX cash_count_movements_of_count ON cash_count_movements USING btree (count_id);
CREATE TRIGGER cash_count_movements_fixed BEFORE DELETE OR UPDATE ON cash_count_movements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_counts();
comment on table cash_count_movements is 'Which count has a cash movement: one at most.';
grant insert, select on cash_count_movements to nothipotro_app;

create table cash_counts (
  id integer generated always as identity not null,
  user_id integer not null,
  number integer not null,
  counted_by integer not null,
  counted_at timestamp with time zone default clock_timestamp() not null,
  opening_paisa bigint not null,
  waiting_before_paisa bigint not null,
  taken_paisa bigint not null,
  paid_paisa bigint not null,
  waiting_paisa bigint not null,
  expected_paisa bigint generated always as (((((opening_paisa - waiting_before_paisa) + taken_paisa) - paid_paisa) + waiting_paisa)) stored not null,
  counted_paisa bigint not null,
  difference_paisa bigint generated always as ((counted_paisa - ((((opening_paisa - waiting_before_paisa) + taken_paisa) - paid_paisa) + waiting_paisa))) stored not null,
  notes jsonb,
  reason text not null,
  removed_paisa bigint not null,
  removed_to text not null,
  kept_paisa bigint generated always as ((counted_paisa - removed_paisa)) stored not null,
  constraint cash_counts_pkey PRIMARY KEY (id),
  constraint cash_counts_number UNIQUE (user_id, number),
  constraint cash_counts_counted CHECK (counted_paisa >= 0 AND removed_paisa >= 0 AND removed_paisa <= counted_paisa AND opening_paisa >= 0),
  constraint cash_counts_explained CHECK (reason <> ''::text OR counted_paisa = (opening_paisa - waiting_before_paisa + taken_paisa - paid_paisa + waiting_paisa)),
  constraint cash_counts_removed CHECK ((removed_to = ANY (ARRAY[''::text, 'owner'::text, 'bank'::text, 'other'::text])) AND (removed_to = ''::text) = (removed_paisa = 0)),
  constraint cash_counts_waiting CHECK (waiting_before_paisa >= 0 AND waiting_paisa >= 0),
  constraint cash_counts_counter FOREIGN KEY (counted_by) REFERENCES users(id),
  constraint cash_counts_drawer FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX cash_counts_newest ON cash_counts USING btree (counted_at DESC, id DESC);
CREATE TRIGGER cash_counts_fixed BEFORE DELETE OR UPDATE ON cash_counts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_counts();
comment on table cash_counts is 'What was counted in a cash drawer, beside what should have been there. Rows are only added; a difference moves no money.';
comment on column cash_counts.opening_paisa is 'What the count before left in the drawer.';
comment on column cash_counts.taken_paisa is 'In cash from customers, less what was taken back.';
comment on column cash_counts.paid_paisa is 'In cash to customers, less what was taken back.';
comment on column cash_counts.waiting_paisa is 'Cash in the drawer whose recharge waits for approval; of the count before in waiting_before_paisa.';
comment on column cash_counts.notes is 'How many of each note, by its value in taka; empty where only the sum was counted.';
comment on column cash_counts.removed_paisa is 'What was taken out of the drawer after it was counted.';
grant insert, select on cash_counts to nothipotro_app;

create table cash_days (
  day date not null,
  subject text not null,
  moved_paisa bigint default 0 not null,
  constraint cash_days_pkey PRIMARY KEY (day, subject),
  constraint cash_days_moved CHECK (moved_paisa >= 0),
  constraint cash_days_subject CHECK (subject ~ '^(actor|customer|taker|refunder|refunded):[0-9]+$'::text)
);
comment on table cash_days is 'What one member of staff moved alone, what was so moved for one customer, what a cashier took in cash, and what was refunded alone by one member of staff and to one customer, on a day of Dhaka. The row is the lock under which a movement is let through.';
grant delete, insert, select, update on cash_days to nothipotro_app;

create table cash_drawers (
  user_id integer not null,
  since timestamp with time zone not null,
  constraint cash_drawers_pkey PRIMARY KEY (user_id),
  constraint cash_drawers_user FOREIGN KEY (user_id) REFERENCES users(id)
);
comment on table cash_drawers is 'Who had moved cash before drawers were counted: what moved before `since` is in no count.';
grant select on cash_drawers to nothipotro_app;

create table cash_requests (
  id uuid not null,
  kind text not null,
  user_id integer not null,
  amount_paisa bigint not null,
  bonus_paisa bigint default 0 not null,
  status text default 'pending'::text not null,
  requested_by integer not null,
  decided_by integer,
  created_at timestamp with time zone default now() not null,
  decided_at timestamp with time zone,
  note text default ''::text not null,
  order_id integer,
  taken_day date,
  constraint cash_requests_pkey PRIMARY KEY (id),
  constraint cash_requests_amount CHECK (amount_paisa > 0 AND bonus_paisa >= 0),
  constraint cash_requests_decided CHECK ((status = 'pending'::text) = (decided_by IS NULL)),
  constraint cash_requests_four_eyes CHECK (decided_by IS NULL OR decided_by <> requested_by OR status = 'rejected'::text),
  constraint cash_requests_kind CHECK (kind = ANY (ARRAY['recharge'::text, 'withdrawal'::text, 'refund'::text])),
  constraint cash_requests_refund_of_order CHECK ((kind = 'refund'::text) = (order_id IS NOT NULL)),
  constraint cash_requests_status CHECK (status = ANY (ARRAY['pending'::text, 'accepted'::text, 'rejected'::text])),
  constraint cash_requests_order FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint cash_requests_user FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX cash_requests_of_user ON cash_requests USING btree (user_id, created_at DESC);
CREATE INDEX cash_requests_open ON cash_requests USING btree (created_at DESC) WHERE status = 'pending'::text;
CREATE INDEX cash_requests_order ON cash_requests USING btree (order_id) WHERE order_id IS NOT NULL;
comment on table cash_requests is 'Cash movements above the approval sum: posted when a second member of staff approves.';
comment on column cash_requests.note is 'Why cash came or went, as the member of staff wrote it; for staff only.';
comment on column cash_requests.taken_day is 'The day in Dhaka in whose sum of its taker the cash counts; empty where no limit held. A refusal takes it out of that sum.';
grant insert, select, update on cash_requests to nothipotro_app;

create table catalogue_changes (
  id integer generated always as identity not null,
  service_id integer not null,
  sub_type_id integer,
  what text not null,
  value_before jsonb default '{}'::jsonb not null,
  value_after jsonb default '{}'::jsonb not null,
  changed_by integer not null,
  changed_at timestamp with time zone default now() not null,
  constraint catalogue_changes_pkey PRIMARY KEY (id),
  constraint catalogue_changes_what CHECK (what = ANY (ARRAY['service_changed'::text, 'sub_type_added'::text, 'sub_type_changed'::text, 'price_scheduled'::text, 'price_cancelled'::text, 'price_applied'::text])),
  constraint catalogue_changes_author FOREIGN KEY (changed_by) REFERENCES users(id),
  constraint catalogue_changes_service FOREIGN KEY (service_id) REFERENCES services(id)
);
CREATE INDEX catalogue_changes_of_service ON catalogue_changes USING btree (service_id, id DESC);
comment on table catalogue_changes is 'Who changed what of a service; rows are only added.';
grant insert, select on catalogue_changes to nothipotro_app;

create table copy_upload_parts (
  copy_upload_id integer not null,
  from_byte integer not null,
  bytes_sealed bytea not null,
  constraint copy_upload_parts_pkey PRIMARY KEY (copy_upload_id, from_byte),
  constraint copy_upload_parts_whole FOREIGN KEY (copy_upload_id) REFERENCES copy_uploads(id) ON DELETE CASCADE
);
comment on table copy_upload_parts is 'What has arrived of a signed copy, until it is read.';
grant delete, insert, select on copy_upload_parts to nothipotro_app;

create table copy_uploads (
  id integer generated always as identity not null,
  owner_id integer not null,
  byte_size integer not null,
  received integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  constraint copy_uploads_pkey PRIMARY KEY (id),
  constraint copy_uploads_size CHECK (byte_size > 0 AND received >= 0 AND received <= byte_size),
  constraint copy_uploads_owner FOREIGN KEY (owner_id) REFERENCES users(id)
);
CREATE INDEX copy_uploads_by_age ON copy_uploads USING btree (created_at);
CREATE INDEX copy_uploads_of_owner ON copy_uploads USING btree (owner_id, id);
CREATE TRIGGER copy_uploads_owner_there AFTER INSERT ON copy_uploads REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_row_of_erased_owner();
comment on table copy_uploads is 'Signed copies on their way to being read. They go once read, and after an hour.';
comment on column copy_uploads.received is 'How many bytes have arrived; the upload goes on from here.';
grant delete, insert, select on copy_uploads to nothipotro_app;
grant update (received) on copy_uploads to nothipotro_app;

create table customer_view_looks (
  view_id uuid not null,
  what text not null,
  constraint customer_view_looks_pkey PRIMARY KEY (view_id, what),
  constraint customer_view_looks_view FOREIGN KEY (view_id) REFERENCES customer_views(id)
);
comment on table customer_view_looks is 'What was looked at in a view, so that the trail names each thing once.';
grant delete, insert, select on customer_view_looks to nothipotro_app;

create table customer_views (
  id uuid not null,
  token_hash bytea not null,
  staff_id integer not null,
  staff_session_id uuid not null,
  customer_id integer not null,
  reason text not null,
  ip text not null,
  started_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint customer_views_pkey PRIMARY KEY (id),
  constraint customer_views_customer FOREIGN KEY (customer_id) REFERENCES users(id),
  constraint customer_views_session FOREIGN KEY (staff_session_id) REFERENCES sessions(id),
  constraint customer_views_staff FOREIGN KEY (staff_id) REFERENCES users(id)
);
CREATE UNIQUE INDEX customer_views_one_a_session ON customer_views USING btree (staff_session_id) WHERE ended_at IS NULL;
CREATE UNIQUE INDEX customer_views_token ON customer_views USING btree (token_hash);
comment on table customer_views is 'Read-only looks of staff through a customer''s eyes: bound to a sign-in and an address, one at a time.';
grant delete, insert, select, update on customer_views to nothipotro_app;

create table data_export_parts (
  export_id uuid not null,
  "position" integer not null,
  storage_key text not null,
  byte_size integer not null,
  constraint data_export_parts_pkey PRIMARY KEY (export_id, "position"),
  constraint data_export_parts_export FOREIGN KEY (export_id) REFERENCES data_exports(id) ON DELETE CASCADE
);
CREATE INDEX data_export_parts_storage_key ON data_export_parts USING btree (storage_key);
comment on table data_export_parts is 'The bytes of an archive, one after the other; they go when it expires, is made anew, or its person is erased.';
grant delete, insert, select on data_export_parts to nothipotro_app;

create table data_exports (
  id uuid not null,
  user_id integer not null,
  state text default 'waiting'::text not null,
  done integer default 0 not null,
  total integer default 0 not null,
  storage_key text,
  byte_size bigint,
  requested_at timestamp with time zone default now() not null,
  touched_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone,
  attempts smallint default 0 not null,
  constraint data_exports_pkey PRIMARY KEY (id),
  constraint data_exports_state CHECK (state = ANY (ARRAY['waiting'::text, 'making'::text, 'ready'::text, 'failed'::text, 'expired'::text])),
  constraint data_exports_user FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX data_exports_of_user ON data_exports USING btree (user_id, requested_at DESC);
CREATE UNIQUE INDEX data_exports_one_at_a_time ON data_exports USING btree (user_id) WHERE state = ANY (ARRAY['waiting'::text, 'making'::text]);
CREATE INDEX data_exports_storage_key ON data_exports USING btree (storage_key) WHERE storage_key IS NOT NULL;
comment on table data_exports is 'Asked-for copies of a person''s own data; the file is swept when the row has expired.';
grant delete, insert, select, update on data_exports to nothipotro_app;

create table document_readings (
  id uuid not null,
  owner_id integer not null,
  kind text not null,
  sealed_reading bytea not null,
  created_at timestamp with time zone default now() not null,
  picture_indexes bytea[] default '{}'::bytea[] not null,
  constraint document_readings_pkey PRIMARY KEY (id),
  constraint document_readings_kind CHECK (kind = ANY (ARRAY['extraction'::text, 'lookup'::text])),
  constraint document_readings_owner FOREIGN KEY (owner_id) REFERENCES users(id)
);
CREATE INDEX document_readings_age ON document_readings USING btree (created_at);
CREATE INDEX document_readings_of_owner ON document_readings USING btree (owner_id);
CREATE TRIGGER document_readings_owner_there AFTER INSERT ON document_readings REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_row_of_erased_owner();
comment on table document_readings is 'What was read from an upload or returned by a registry, sealed, so that a later save can tell what the customer changed.';
comment on column document_readings.picture_indexes is 'Keyed hashes of the photo and signature that the reading gave.';
grant delete, insert, select on document_readings to nothipotro_app;

create table document_records (
  id integer generated always as identity not null,
  kind text not null,
  owner_id integer not null,
  sealed_record bytea not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint document_records_pkey PRIMARY KEY (id),
  constraint document_records_kind CHECK (kind = ANY (ARRAY['nid'::text, 'sign_to_server'::text, 'tin'::text, 'server_copy_unofficial'::text, 'birth'::text])),
  constraint document_records_owner FOREIGN KEY (owner_id) REFERENCES users(id)
);
CREATE INDEX document_records_of_owner ON document_records USING btree (owner_id);
comment on table document_records is 'What a document is printed from: fields, pictures and where each value came from, sealed.';
grant delete, insert, select, update on document_records to nothipotro_app;

create table email_confirmations (
  token_hash bytea not null,
  user_id integer not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint email_confirmations_pkey PRIMARY KEY (token_hash),
  constraint email_confirmations_user FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX email_confirmations_of_user ON email_confirmations USING btree (user_id, created_at DESC);
comment on table email_confirmations is 'One-time links by which somebody proves to read the mail of the account’s address; only hashes are kept. A change of the address ends them.';
grant delete, insert, select, update on email_confirmations to nothipotro_app;

create table file_checks (
  file_id integer not null,
  checks integer not null,
  last_at timestamp with time zone not null,
  constraint file_checks_pkey PRIMARY KEY (file_id),
  constraint file_checks_file FOREIGN KEY (file_id) REFERENCES files(id)
);
comment on table file_checks is 'How often a paper was verified, for its owner; not by whom.';
grant insert, select, update on file_checks to nothipotro_app;

create table file_counts (
  slot smallint not null,
  files bigint not null,
  constraint file_counts_pkey PRIMARY KEY (slot)
) with (fillfactor=50);
comment on table file_counts is 'The slots add up to the number of files. Written by a trigger alone; files are never removed.';
grant select on file_counts to nothipotro_app;

create table file_shares (
  id integer generated always as identity not null,
  file_id integer not null,
  owner_id integer not null,
  token_hash bytea not null,
  name text default ''::text not null,
  view_only boolean not null,
  pin_hash text,
  max_opens integer,
  opens integer default 0 not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  last_opened_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  pin_tries integer default 0 not null,
  wrong_pins integer default 0 not null,
  constraint file_shares_pkey PRIMARY KEY (id),
  constraint file_shares_token_unique UNIQUE (token_hash),
  constraint file_shares_opens CHECK (opens >= 0 AND (max_opens IS NULL OR opens <= max_opens)),
  constraint file_shares_pins CHECK (wrong_pins >= 0 AND wrong_pins <= 10 AND pin_tries >= 0 AND pin_tries <= 10),
  constraint file_shares_file FOREIGN KEY (file_id) REFERENCES files(id),
  constraint file_shares_owner FOREIGN KEY (owner_id) REFERENCES users(id)
);
CREATE INDEX file_shares_of_file ON file_shares USING btree (file_id, id DESC);
CREATE INDEX file_shares_of_owner ON file_shares USING btree (owner_id, id DESC);
CREATE TRIGGER file_shares_owner_there AFTER INSERT ON file_shares REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_row_of_erased_owner();
comment on table file_shares is 'Read-only links to files. Only the hash of a link is kept; it is shown once, when it is made.';
comment on column file_shares.pin_tries is 'PINs that are being judged or were wrong: taken before one is judged, so that many at once get no more than ten.';
comment on column file_shares.wrong_pins is 'PINs that were wrong; the tenth ends the link.';
grant insert, select, update on file_shares to nothipotro_app;

create table file_versions (
  id integer generated always as identity not null,
  file_id integer not null,
  version integer not null,
  verification_code text not null,
  storage_key text not null,
  sha256 bytea not null,
  byte_size integer not null,
  media_type text default 'application/pdf'::text not null,
  masked_name text not null,
  provenance jsonb not null,
  made_at timestamp with time zone not null,
  constraint file_versions_pkey PRIMARY KEY (id),
  constraint file_versions_code_unique UNIQUE (verification_code),
  constraint file_versions_once UNIQUE (file_id, version),
  constraint file_versions_file FOREIGN KEY (file_id) REFERENCES files(id)
);
CREATE INDEX file_versions_sha256 ON file_versions USING btree (sha256);
CREATE INDEX file_versions_storage_key ON file_versions USING btree (storage_key);
comment on table file_versions is 'Each print of a file, with its own verification code; a row never changes.';
grant insert, select on file_versions to nothipotro_app;
grant update (storage_key, masked_name) on file_versions to nothipotro_app;

create table files (
  id integer generated always as identity not null,
  owner_id integer not null,
  type text not null,
  kind text not null,
  full_name text not null,
  number_sealed bytea not null,
  number_index bytea not null,
  number_last4 text not null,
  file_code text not null,
  record_id integer,
  number text not null,
  charge_paisa bigint not null,
  balance_after_paisa bigint,
  current_version integer default 1 not null,
  revoked_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  folded_name text generated always as (fold_text(full_name)) stored,
  constraint files_pkey PRIMARY KEY (id),
  constraint files_code_unique UNIQUE (file_code),
  constraint files_number_unique UNIQUE (number),
  constraint files_type CHECK (type = ANY (ARRAY['server_copy'::text, 'id_card'::text, 'new_birth'::text, 'tin'::text])),
  constraint files_owner FOREIGN KEY (owner_id) REFERENCES users(id),
  constraint files_record FOREIGN KEY (record_id) REFERENCES document_records(id)
);
CREATE INDEX files_name_sounds ON files USING gin (search_form(folded_name) gin_trgm_ops) WITH (gin_pending_list_limit='64');
CREATE INDEX files_newest ON files USING btree (created_at DESC, id DESC);
CREATE INDEX files_of_last4 ON files USING btree (number_last4, created_at DESC, id DESC);
CREATE INDEX files_of_number ON files USING btree (number_index, created_at DESC, id DESC);
CREATE INDEX files_of_owner ON files USING btree (owner_id, created_at DESC, id DESC);
CREATE INDEX files_of_record ON files USING btree (record_id) WHERE record_id IS NOT NULL;
CREATE TRIGGER files_counted AFTER INSERT ON files FOR EACH ROW EXECUTE FUNCTION count_file();
CREATE TRIGGER files_owner_there AFTER INSERT ON files REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_row_of_erased_owner();
comment on table files is 'Finished documents of customers. The number they are about is sealed; it is found in full or by its last four digits through keyed hashes.';
grant insert, select, update on files to nothipotro_app;

create table idempotency_keys (
  user_id integer not null,
  key text not null,
  request_hash bytea not null,
  status smallint not null,
  body jsonb not null,
  created_at timestamp with time zone default now() not null,
  constraint idempotency_keys_pkey PRIMARY KEY (user_id, key),
  constraint idempotency_key_length CHECK (length(key) >= 1 AND length(key) <= 255)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys USING btree (created_at);
comment on table idempotency_keys is 'What each request that moves money or makes a document made, by ids, kept two days for its repeats; written in the transaction of the work itself.';
grant delete, insert, select, update on idempotency_keys to nothipotro_app;

create table installation (
  is_only boolean default true not null,
  id uuid not null,
  made_at timestamp with time zone default now() not null,
  login_password_sealed bytea,
  constraint installation_pkey PRIMARY KEY (is_only),
  constraint installation_only_one CHECK (is_only)
);
comment on table installation is 'The identity that this database shares with the stored files and the keys, and the cluster that it was last opened in.';
grant select on installation to nothipotro_app;

create table installation_keys (
  name text not null,
  fingerprint bytea not null,
  first_seen_at timestamp with time zone default now() not null,
  state text default 'active'::text not null,
  used_since timestamp with time zone default now(),
  constraint installation_keys_pkey PRIMARY KEY (name),
  constraint installation_keys_state CHECK (state = ANY (ARRAY['spreading'::text, 'active'::text, 'retired'::text]))
);
comment on table installation_keys is 'Fingerprints of the files in keys/: a key that is missing or another is found at the start.';
comment on column installation_keys.state is 'spreading: not every portal has it yet, nothing is sealed with it; retired: moved to keys/retired, needed by old backups alone.';
comment on column installation_keys.used_since is 'Since when every portal makes new things with it; null while that is not known.';
grant select on installation_keys to nothipotro_app;

create table jobs (
  name text not null,
  every_seconds double precision not null,
  next_run_at timestamp with time zone default now() not null,
  lease_until timestamp with time zone,
  lease_id uuid,
  last_started_at timestamp with time zone,
  last_succeeded_at timestamp with time zone,
  last_duration_ms integer,
  failures integer default 0 not null,
  last_error text default ''::text not null,
  constraint jobs_pkey PRIMARY KEY (name),
  constraint jobs_failures_positive CHECK (failures >= 0)
);
comment on table jobs is 'Work that repeats: when it ran, how it went, when it is due; one process at a time holds the lease.';
comment on column jobs.failures is 'Turns that failed since the last that ended well.';
comment on column jobs.last_error is 'Kind and code of the last failure, without anybody''s data.';
grant insert, select, update on jobs to nothipotro_app;

create table known_devices (
  user_id integer not null,
  device_hash bytea not null,
  known_since timestamp with time zone default now() not null,
  last_login_at timestamp with time zone default now() not null,
  constraint known_devices_pkey PRIMARY KEY (user_id, device_hash),
  constraint known_devices_user FOREIGN KEY (user_id) REFERENCES users(id)
);
comment on table known_devices is 'Devices on which somebody has logged in before. Each account has a value of its own in the cookie of a browser; only its hash is kept.';
grant delete, insert, select, update on known_devices to nothipotro_app;

create table ledger_audits (
  id bigint generated always as identity not null,
  day date,
  started_at timestamp with time zone default now() not null,
  finished_at timestamp with time zone,
  asked_by integer,
  rules integer default 0 not null,
  findings integer default 0 not null,
  shown jsonb default '[]'::jsonb not null,
  failed_at timestamp with time zone,
  is_whole boolean default true not null,
  horizon xid8,
  constraint ledger_audits_pkey PRIMARY KEY (id),
  constraint ledger_audits_once_a_day UNIQUE (day),
  constraint ledger_audits_user FOREIGN KEY (asked_by) REFERENCES users(id)
);
CREATE INDEX ledger_audits_newest ON ledger_audits USING btree (finished_at DESC);
comment on table ledger_audits is 'Each audit of the books with what it found; the nightly one has a day, of which there is one.';
comment on column ledger_audits.failed_at is 'The audit could not be finished; it is begun again within the hour.';
comment on column ledger_audits.horizon is 'Transactions below it had ended when the audit looked: the next one begins there. Empty in a database that was restored elsewhere.';
grant insert, select, update on ledger_audits to nothipotro_app;

create table ledger_days (
  day date not null,
  sold integer not null,
  sales_paisa bigint not null,
  refunds_paisa bigint not null,
  bonuses_paisa bigint not null,
  deposits_paisa bigint not null,
  withdrawals_paisa bigint not null,
  grown_paisa bigint not null,
  recharges integer not null,
  active integer not null,
  closed_at timestamp with time zone default now() not null,
  constraint ledger_days_pkey PRIMARY KEY (day)
);
comment on table ledger_days is 'What each finished day in Dhaka moved, without gaps from the first movement on; written once, an hour after the day.';
grant insert, select on ledger_days to nothipotro_app;

create table ledger_days_accounts (
  day date not null,
  account text not null,
  debit_paisa bigint not null,
  credit_paisa bigint not null,
  movements bigint not null,
  constraint ledger_days_accounts_pkey PRIMARY KEY (day, account),
  constraint ledger_days_accounts_day FOREIGN KEY (day) REFERENCES ledger_days(day)
);
comment on table ledger_days_accounts is 'What each account had moved in all up to the end of each finished day; all wallets are one account. Written once, without gaps.';
grant insert, select on ledger_days_accounts to nothipotro_app;

create table ledger_days_active (
  user_id integer not null,
  day date not null,
  is_first boolean not null,
  constraint ledger_days_active_pkey PRIMARY KEY (user_id, day),
  constraint ledger_days_active_day FOREIGN KEY (day) REFERENCES ledger_days(day)
);
CREATE INDEX ledger_days_active_by_day ON ledger_days_active USING btree (day) INCLUDE (user_id, is_first);
comment on table ledger_days_active is 'Who paid in or bought on each finished day, and on which day for the first time.';
grant insert, select on ledger_days_active to nothipotro_app;

create table ledger_days_sold (
  day date not null,
  service_id integer,
  file_kind text,
  operator_id integer,
  sold integer not null,
  sales_paisa bigint not null,
  refunds_paisa bigint not null,
  constraint ledger_days_sold_once UNIQUE NULLS NOT DISTINCT (day, service_id, file_kind, operator_id),
  constraint ledger_days_sold_day FOREIGN KEY (day) REFERENCES ledger_days(day)
);
comment on table ledger_days_sold is 'Revenue of each finished day by what was sold and who had worked on it when the day was closed.';
grant insert, select on ledger_days_sold to nothipotro_app;

create table ledger_frozen (
  account text not null,
  rule text not null,
  audit_id bigint not null,
  frozen_at timestamp with time zone default now() not null,
  constraint ledger_frozen_pkey PRIMARY KEY (account),
  constraint ledger_frozen_audit FOREIGN KEY (audit_id) REFERENCES ledger_audits(id)
);
comment on table ledger_frozen is 'Accounts whose books do not balance (* for all): nothing is posted to them until an audit finds them right.';
grant select on ledger_frozen to nothipotro_app;

create table ledger_snapshots (
  account text not null,
  complete_below xid8 not null,
  balance_paisa bigint not null,
  taken_at timestamp with time zone default now() not null,
  constraint ledger_snapshots_pkey PRIMARY KEY (account, complete_below)
);
comment on table ledger_snapshots is 'Sums of system accounts up to a transaction below which all had ended, so that no row of theirs is ever hot.';
grant select on ledger_snapshots to nothipotro_app;

create table ledger_transfers (
  id uuid not null,
  kind text not null,
  debit_account text not null,
  credit_account text not null,
  amount_paisa bigint not null,
  ref text not null,
  user_id integer not null,
  wallet_version bigint not null,
  posted_after_paisa bigint not null,
  held_after_paisa bigint not null,
  hold_id uuid,
  reverses uuid,
  actor_id integer,
  reason text default ''::text not null,
  committed_by xid8 default pg_current_xact_id() not null,
  created_at timestamp with time zone default now() not null,
  refunds uuid,
  constraint ledger_transfers_pkey PRIMARY KEY (id),
  constraint ledger_transfers_ref_once UNIQUE (kind, ref),
  constraint ledger_transfers_reversed_once UNIQUE (reverses),
  constraint ledger_transfers_wallet_version UNIQUE (user_id, wallet_version),
  constraint ledger_transfers_hold_named CHECK ((kind = ANY (ARRAY['capture'::text, 'release'::text])) = (hold_id IS NOT NULL)),
  constraint ledger_transfers_kind CHECK (kind = ANY (ARRAY['opening'::text, 'recharge'::text, 'bonus'::text, 'charge'::text, 'hold'::text, 'capture'::text, 'release'::text, 'withdrawal'::text, 'reversal'::text, 'refund'::text])),
  constraint ledger_transfers_one_wallet CHECK ((debit_account = ('wallet:'::text || user_id::text)) <> (credit_account = ('wallet:'::text || user_id::text))),
  constraint ledger_transfers_positive CHECK (amount_paisa > 0),
  constraint ledger_transfers_refund_named CHECK ((kind = 'refund'::text) = (refunds IS NOT NULL)),
  constraint ledger_transfers_reversed_named CHECK ((kind = 'reversal'::text) = (reverses IS NOT NULL)),
  constraint ledger_transfers_two_accounts CHECK (debit_account <> credit_account),
  constraint ledger_transfers_hold FOREIGN KEY (hold_id) REFERENCES ledger_transfers(id),
  constraint ledger_transfers_refunded FOREIGN KEY (refunds) REFERENCES ledger_transfers(id),
  constraint ledger_transfers_reversed FOREIGN KEY (reverses) REFERENCES ledger_transfers(id),
  constraint ledger_transfers_wallet FOREIGN KEY (user_id) REFERENCES wallets(user_id)
);
CREATE INDEX ledger_transfers_bonuses ON ledger_transfers USING btree (created_at DESC, id DESC) WHERE kind = 'bonus'::text;
CREATE INDEX ledger_transfers_cash_by ON ledger_transfers USING btree (actor_id, created_at) WHERE (kind = ANY (ARRAY['recharge'::text, 'withdrawal'::text])) AND (debit_account = 'admin_cash'::text OR credit_account = 'admin_cash'::text);
CREATE INDEX ledger_transfers_committed_by ON ledger_transfers USING btree (committed_by);
CREATE UNIQUE INDEX ledger_transfers_hold_resolved_once ON ledger_transfers USING btree (hold_id) WHERE hold_id IS NOT NULL;
CREATE INDEX ledger_transfers_newest ON ledger_transfers USING btree (created_at DESC, id DESC);
CREATE INDEX ledger_transfers_paid_out ON ledger_transfers USING btree (created_at DESC, id DESC) WHERE kind = ANY (ARRAY['withdrawal'::text, 'reversal'::text]);
CREATE INDEX ledger_transfers_recharged_by ON ledger_transfers USING btree (debit_account, created_at DESC, wallet_version DESC, id DESC) WHERE kind = 'recharge'::text;
CREATE INDEX ledger_transfers_recharged_online ON ledger_transfers USING btree (created_at DESC, wallet_version DESC, id DESC) WHERE kind = 'recharge'::text AND debit_account ~~ 'clearing:%'::text AND debit_account !~~ 'clearing:shop%'::text;
CREATE INDEX ledger_transfers_recharges ON ledger_transfers USING btree (created_at DESC, wallet_version DESC, id DESC) WHERE kind = 'recharge'::text;
CREATE INDEX ledger_transfers_refunds ON ledger_transfers USING btree (refunds) WHERE refunds IS NOT NULL;
CREATE INDEX ledger_transfers_reversals ON ledger_transfers USING btree (created_at DESC, id DESC) WHERE kind = 'reversal'::text;
CREATE INDEX ledger_transfers_statement ON ledger_transfers USING btree (user_id, created_at DESC, wallet_version DESC);
CREATE INDEX ledger_transfers_taken_back ON ledger_transfers USING btree (created_at DESC, id DESC) WHERE kind = ANY (ARRAY['reversal'::text, 'refund'::text]);
CREATE TRIGGER ledger_transfers_bound_refunds BEFORE INSERT ON ledger_transfers FOR EACH ROW WHEN (new.kind = ANY (ARRAY['refund'::text, 'reversal'::text])) EXECUTE FUNCTION ledger_bound_refunds();
CREATE TRIGGER ledger_transfers_guard_requests BEFORE INSERT ON ledger_transfers FOR EACH ROW WHEN ((new.kind = ANY (ARRAY['recharge'::text, 'withdrawal'::text])) AND new.ref ~ '^cash:[0-9a-f-]{36}$'::text) EXECUTE FUNCTION ledger_guard_requests();
CREATE TRIGGER ledger_transfers_refuse_frozen BEFORE INSERT ON ledger_transfers FOR EACH ROW EXECUTE FUNCTION ledger_refuse_frozen();
comment on table ledger_transfers is 'Every movement of money, for ever. Corrections are reversals. Holds and releases reserve; they move nothing between accounts.';
comment on column ledger_transfers.refunds is 'The capture of which a refund returns a part.';
grant select on ledger_transfers to nothipotro_app;

create table live_events (
  id bigint generated always as identity not null,
  audience text not null,
  message jsonb not null,
  committed_by xid8 default pg_current_xact_id() not null,
  created_at timestamp with time zone default now() not null,
  constraint live_events_pkey PRIMARY KEY (id),
  constraint live_events_audience CHECK ((audience = ANY (ARRAY['staff'::text, 'everybody'::text, 'channels'::text])) OR audience ~~ 'user:%'::text)
);
CREATE INDEX live_events_committed_by ON live_events USING btree (committed_by);
comment on table live_events is 'Outbox of the live channel: written with the change it tells of, read by every server process after commit.';
grant delete, insert, select, update on live_events to nothipotro_app;

create table lookup_passes (
  nonce text not null,
  user_id integer not null,
  kind text not null,
  expires_at timestamp with time zone not null,
  constraint lookup_passes_pkey PRIMARY KEY (nonce),
  constraint lookup_passes_kind CHECK (kind = ANY (ARRAY['captcha'::text, 'work'::text])),
  constraint lookup_passes_user FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX lookup_passes_expiry ON lookup_passes USING btree (expires_at);
comment on table lookup_passes is 'Captchas and work given out and not yet used; taken out at the first try, right or wrong.';
grant delete, insert, select, update on lookup_passes to nothipotro_app;

create table mails (
  id uuid not null,
  sealed_mail bytea not null,
  attempts integer default 0 not null,
  next_attempt_at timestamp with time zone default now() not null,
  created_at timestamp with time zone default now() not null,
  recipient_index bytea,
  useful_until timestamp with time zone,
  constraint mails_pkey PRIMARY KEY (id)
);
CREATE INDEX mails_due ON mails USING btree (next_attempt_at);
CREATE INDEX mails_recipient ON mails USING btree (recipient_index);
comment on table mails is 'Mail that waits to be sent: written with the change that wants it, removed when it has gone.';
grant delete, insert, select, update on mails to nothipotro_app;

create table money_papers (
  id integer generated always as identity not null,
  kind text not null,
  owner_id integer not null,
  about text not null,
  number text not null,
  verification_code text not null,
  storage_key text not null,
  sha256 bytea not null,
  byte_size integer not null,
  masked_name text not null,
  made_at timestamp with time zone not null,
  constraint money_papers_pkey PRIMARY KEY (id),
  constraint money_papers_code_unique UNIQUE (verification_code),
  constraint money_papers_number_unique UNIQUE (number),
  constraint money_papers_once UNIQUE (kind, about),
  constraint money_papers_kind CHECK (kind = ANY (ARRAY['receipt'::text, 'statement'::text, 'report'::text])),
  constraint money_papers_owner FOREIGN KEY (owner_id) REFERENCES users(id)
);
CREATE INDEX money_papers_of_owner ON money_papers USING btree (owner_id);
CREATE INDEX money_papers_sha256 ON money_papers USING btree (sha256);
CREATE INDEX money_papers_storage_key ON money_papers USING btree (storage_key);
comment on table money_papers is 'Receipts and statements that were given out, with the hash that proves them unaltered; the same paper is made once. A row never changes.';
grant insert, select on money_papers to nothipotro_app;
grant update (storage_key, masked_name) on money_papers to nothipotro_app;

create table notice_choices (
  user_id integer not null,
  kind text not null,
  in_bell boolean not null,
  by_mail boolean not null,
  constraint notice_choices_pkey PRIMARY KEY (user_id, kind),
  constraint notice_choices_user FOREIGN KEY (user_id) REFERENCES users(id)
);
comment on table notice_choices is 'How a person wants to be told of one kind; without a row: in the bell, and by mail only of money that left their wallet by the hand of staff.';
grant delete, insert, select, update on notice_choices to nothipotro_app;

create table notices (
  id integer generated always as identity not null,
  user_id integer not null,
  kind text not null,
  object_kind text default ''::text not null,
  object_id text default ''::text not null,
  facts jsonb default '{}'::jsonb not null,
  at timestamp with time zone default now() not null,
  read_at timestamp with time zone,
  constraint notices_pkey PRIMARY KEY (id),
  constraint notices_user FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX notices_by_age ON notices USING btree (at);
CREATE INDEX notices_of_user ON notices USING btree (user_id, id DESC);
CREATE INDEX notices_unread ON notices USING btree (user_id, kind, object_id) WHERE read_at IS NULL;
comment on table notices is 'What a person is told in the bell: kinds, ids and counts; the words are made when it is shown.';
grant delete, insert, select, update on notices to nothipotro_app;

create table order_attachment_parts (
  order_attachment_id integer not null,
  from_byte integer not null,
  bytes_sealed bytea not null,
  constraint order_attachment_parts_pkey PRIMARY KEY (order_attachment_id, from_byte),
  constraint order_attachment_parts_whole FOREIGN KEY (order_attachment_id) REFERENCES order_attachments(id) ON DELETE CASCADE
);
comment on table order_attachment_parts is 'What has arrived of an attachment, until it is whole and checked.';
grant delete, insert, select on order_attachment_parts to nothipotro_app;

create table order_attachments (
  id integer generated always as identity not null,
  owner_id integer not null,
  order_id integer,
  name text not null,
  byte_size integer not null,
  received integer default 0 not null,
  attachment_id integer,
  created_at timestamp with time zone default now() not null,
  paper text,
  constraint order_attachments_pkey PRIMARY KEY (id),
  constraint order_attachments_only_whole CHECK (order_id IS NULL OR attachment_id IS NOT NULL),
  constraint order_attachments_size CHECK (byte_size > 0 AND received >= 0 AND received <= byte_size),
  constraint order_attachments_attachment FOREIGN KEY (attachment_id) REFERENCES attachments(id),
  constraint order_attachments_order FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint order_attachments_owner FOREIGN KEY (owner_id) REFERENCES users(id)
);
CREATE INDEX order_attachments_of_order ON order_attachments USING btree (order_id, id) WHERE order_id IS NOT NULL;
CREATE INDEX order_attachments_unused ON order_attachments USING btree (owner_id, created_at) WHERE order_id IS NULL;
CREATE TRIGGER order_attachments_owner_there AFTER INSERT ON order_attachments REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_row_of_erased_owner();
comment on table order_attachments is 'Photos and PDFs of customers for their orders. Without an order they are unused, and go after a day.';
comment on column order_attachments.received is 'How many bytes have arrived; the upload goes on from here.';
comment on column order_attachments.paper is 'Which paper of the form it is.';
grant delete, insert, select on order_attachments to nothipotro_app;
grant update (order_id, name, received, attachment_id, paper) on order_attachments to nothipotro_app;

create table order_checks (
  order_id integer not null,
  key text not null,
  ticked_by integer not null,
  ticked_at timestamp with time zone default now() not null,
  constraint order_checks_pkey PRIMARY KEY (order_id, key),
  constraint order_checks_order FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint order_checks_ticked_by FOREIGN KEY (ticked_by) REFERENCES users(id)
);
comment on table order_checks is 'What staff ticked before they completed an order.';
grant delete, insert, select on order_checks to nothipotro_app;

create table order_counts (
  slot smallint not null,
  service_id integer not null,
  pending bigint default 0 not null,
  processing bigint default 0 not null,
  completed bigint default 0 not null,
  rejected bigint default 0 not null,
  cancelled bigint default 0 not null,
  constraint order_counts_pkey PRIMARY KEY (slot, service_id)
) with (fillfactor=50);
comment on table order_counts is 'Orders by status and service; the slots of a service add up to its orders. Written by a trigger alone.';
grant select on order_counts to nothipotro_app;

create table order_notes (
  id integer generated always as identity not null,
  order_id integer not null,
  author_id integer not null,
  text_sealed bytea not null,
  written_at timestamp with time zone default now() not null,
  constraint order_notes_pkey PRIMARY KEY (id),
  constraint order_notes_author FOREIGN KEY (author_id) REFERENCES users(id),
  constraint order_notes_order FOREIGN KEY (order_id) REFERENCES orders(id)
);
CREATE INDEX order_notes_of_order ON order_notes USING btree (order_id, id);
comment on table order_notes is 'What staff note on an order for each other; rows are only added, and blanked when the customer is erased.';
grant insert, select on order_notes to nothipotro_app;
grant update (text_sealed) on order_notes to nothipotro_app;

create table order_questions (
  id integer generated always as identity not null,
  order_id integer not null,
  kind text not null,
  question_sealed bytea not null,
  asked_by integer not null,
  asked_at timestamp with time zone default now() not null,
  answer_sealed bytea,
  attachment_id integer,
  answered_at timestamp with time zone,
  withdrawn_at timestamp with time zone,
  constraint order_questions_pkey PRIMARY KEY (id),
  constraint order_questions_ends_once CHECK (answered_at IS NULL OR withdrawn_at IS NULL),
  constraint order_questions_has_answer CHECK (answered_at IS NULL OR kind = 'text'::text AND answer_sealed IS NOT NULL OR kind = 'paper'::text AND attachment_id IS NOT NULL),
  constraint order_questions_kind CHECK (kind = ANY (ARRAY['text'::text, 'paper'::text])),
  constraint order_questions_asked_by FOREIGN KEY (asked_by) REFERENCES users(id),
  constraint order_questions_attachment FOREIGN KEY (attachment_id) REFERENCES attachments(id),
  constraint order_questions_order FOREIGN KEY (order_id) REFERENCES orders(id)
);
CREATE INDEX order_questions_of_order ON order_questions USING btree (order_id, id);
CREATE UNIQUE INDEX order_questions_open ON order_questions USING btree (order_id) WHERE answered_at IS NULL AND withdrawn_at IS NULL;
comment on table order_questions is 'What staff asked the customer of an order, and the answer; an order has at most one open question.';
grant insert, select, update on order_questions to nothipotro_app;

create table order_tags (
  id integer generated always as identity not null,
  place smallint not null,
  name text not null,
  color text not null,
  made_by integer not null,
  made_at timestamp with time zone default now() not null,
  constraint order_tags_pkey PRIMARY KEY (id),
  constraint order_tags_place UNIQUE (place),
  constraint order_tags_color CHECK (color = ANY (ARRAY['grey'::text, 'red'::text, 'amber'::text, 'green'::text, 'blue'::text, 'purple'::text])),
  constraint order_tags_few CHECK (place >= 1 AND place <= 30),
  constraint order_tags_made_by FOREIGN KEY (made_by) REFERENCES users(id)
);
CREATE UNIQUE INDEX order_tags_name_once ON order_tags USING btree (lower(name));
comment on table order_tags is 'Short tags of the shop. Customers never see them.';
comment on column order_tags.place is 'One of thirty.';
grant delete, insert, select, update on order_tags to nothipotro_app;

create table order_timeline (
  id bigint generated always as identity not null,
  order_id integer not null,
  what text not null,
  status text not null,
  note text default ''::text not null,
  actor_id integer,
  at timestamp with time zone default now() not null,
  question_id integer,
  due_from timestamp with time zone,
  due_to timestamp with time zone,
  snoozed_until timestamp with time zone,
  note_sealed bytea,
  amount_paisa bigint,
  replaced_text_sealed bytea,
  replaced_attachment_id integer,
  constraint order_timeline_pkey PRIMARY KEY (id),
  constraint order_timeline_order FOREIGN KEY (order_id) REFERENCES orders(id)
);
CREATE INDEX order_timeline_of_order ON order_timeline USING btree (order_id, id);
comment on table order_timeline is 'Everything that happened to an order; rows are only added.';
comment on column order_timeline.actor_id is 'Empty: the portal itself.';
comment on column order_timeline.due_from is 'The due time before it was moved by hand; empty in all other entries, and in those from before it was recorded.';
comment on column order_timeline.note_sealed is 'What only staff read, such as why an order was set aside.';
comment on column order_timeline.amount_paisa is 'What a refund returned; empty in all other entries.';
comment on column order_timeline.replaced_text_sealed is 'The text that a new result took the place of.';
comment on column order_timeline.replaced_attachment_id is 'The file that a new result took the place of.';
grant insert, select on order_timeline to nothipotro_app;
grant update (note, note_sealed, replaced_text_sealed) on order_timeline to nothipotro_app;

create table order_viewers (
  connection_id uuid not null,
  order_id integer not null,
  user_id integer not null,
  seen_at timestamp with time zone default now() not null,
  constraint order_viewers_pkey PRIMARY KEY (connection_id)
);
CREATE INDEX order_viewers_of_order ON order_viewers USING btree (order_id);
comment on table order_viewers is 'Which open page of staff shows which order; a row that is not renewed within a minute counts for nothing.';
grant delete, insert, select, update on order_viewers to nothipotro_app;

create table order_wakes (
  order_id integer not null,
  set_by integer not null,
  wakes_at timestamp with time zone not null,
  constraint order_wakes_pkey PRIMARY KEY (order_id),
  constraint order_wakes_order FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint order_wakes_set_by FOREIGN KEY (set_by) REFERENCES users(id)
);
comment on table order_wakes is 'Who set an order aside and is told when it comes back. A row whose order was worked on meanwhile counts for nothing.';
grant delete, insert, select, update on order_wakes to nothipotro_app;

create table orders (
  id integer generated always as identity not null,
  customer_id integer not null,
  service_id integer not null,
  sub_type_id integer not null,
  status text default 'pending'::text not null,
  name text,
  number_sealed bytea not null,
  number_index bytea not null,
  number_last4 text not null,
  nid_pair_sealed bytea,
  ten_index bytea,
  seventeen_index bytea,
  note text default ''::text not null,
  staff_note text default ''::text not null,
  price_paisa bigint not null,
  hold_id uuid,
  settled_by uuid,
  round integer default 1 not null,
  operator_id integer,
  text_content_sealed bytea,
  attachment_id integer,
  balance_after_paisa bigint,
  created_on timestamp with time zone default now() not null,
  updated_on timestamp with time zone default now() not null,
  completed_at timestamp with time zone,
  due_on timestamp with time zone not null,
  overdue_told boolean default false not null,
  folded_name text generated always as (fold_text(name)) stored,
  taken_at timestamp with time zone,
  uploaded_again_at timestamp with time zone,
  question_id integer,
  waiting_since timestamp with time zone,
  paused_seconds double precision default 0 not null,
  form_id integer,
  answers_sealed bytea,
  snoozed_until timestamp with time zone,
  snooze_reason_sealed bytea,
  refunded_paisa bigint default 0 not null,
  constraint orders_pkey PRIMARY KEY (id),
  constraint orders_held_while_open CHECK ((status <> ALL (ARRAY['pending'::text, 'processing'::text])) OR price_paisa = 0 OR hold_id IS NOT NULL),
  constraint orders_price_not_negative CHECK (price_paisa >= 0),
  constraint orders_refunded CHECK (refunded_paisa >= 0 AND refunded_paisa <= price_paisa),
  constraint orders_result_when_completed CHECK (status <> 'completed'::text OR text_content_sealed IS NOT NULL OR attachment_id IS NOT NULL),
  constraint orders_status CHECK (status = ANY (ARRAY['pending'::text, 'processing'::text, 'completed'::text, 'rejected'::text, 'cancelled'::text])),
  constraint orders_waits_while_open CHECK (waiting_since IS NULL OR (status = ANY (ARRAY['pending'::text, 'processing'::text]))) NOT VALID,
  constraint orders_attachment FOREIGN KEY (attachment_id) REFERENCES attachments(id),
  constraint orders_customer FOREIGN KEY (customer_id) REFERENCES users(id),
  constraint orders_operator FOREIGN KEY (operator_id) REFERENCES users(id),
  constraint orders_service FOREIGN KEY (service_id) REFERENCES services(id),
  constraint orders_sub_type FOREIGN KEY (sub_type_id) REFERENCES sub_types(id)
);
CREATE INDEX orders_by_service ON orders USING btree (service_id, created_on DESC, id DESC);
CREATE INDEX orders_by_status ON orders USING btree (status, created_on DESC, id DESC);
CREATE INDEX orders_completed ON orders USING btree (completed_at DESC, id DESC) INCLUDE (service_id, operator_id, created_on, due_on, taken_at) WHERE status = 'completed'::text;
CREATE INDEX orders_name_sounds ON orders USING gin (search_form(folded_name) gin_trgm_ops) WITH (gin_pending_list_limit='64') WHERE folded_name IS NOT NULL;
CREATE INDEX orders_newest ON orders USING btree (created_on DESC, id DESC) INCLUDE (customer_id, service_id, status, due_on, folded_name);
CREATE INDEX orders_of_customer ON orders USING btree (customer_id, created_on DESC, id DESC);
CREATE INDEX orders_of_last4 ON orders USING btree (number_last4, created_on DESC, id DESC);
CREATE INDEX orders_of_number ON orders USING btree (number_index, created_on DESC, id DESC);
CREATE INDEX orders_open ON orders USING btree (due_on, id) INCLUDE (waiting_since, service_id, snoozed_until) WHERE status = ANY (ARRAY['pending'::text, 'processing'::text]);
CREATE INDEX orders_reopened ON orders USING btree (completed_at) INCLUDE (service_id, operator_id) WHERE status = 'completed'::text AND (uploaded_again_at IS NOT NULL OR round > 1);
CREATE INDEX orders_seventeen ON orders USING btree (seventeen_index) WHERE seventeen_index IS NOT NULL;
CREATE INDEX orders_snoozed ON orders USING btree (snoozed_until, id) WHERE snoozed_until IS NOT NULL;
CREATE INDEX orders_taken ON orders USING btree (operator_id, due_on, id) WHERE status = 'processing'::text;
CREATE INDEX orders_ten ON orders USING btree (ten_index) WHERE ten_index IS NOT NULL;
CREATE INDEX orders_waiting ON orders USING btree (created_on DESC, id DESC) WHERE waiting_since IS NOT NULL;
CREATE TRIGGER orders_counted_when_moved AFTER UPDATE ON orders REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION count_order();
CREATE TRIGGER orders_counted_when_placed AFTER INSERT ON orders REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION count_order();
CREATE TRIGGER orders_customer_there AFTER INSERT ON orders REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_row_of_erased_customer();
comment on table orders is 'Orders for staff. The price is held from the start and captured or released with the status, in the same transaction.';
comment on column orders.question_id is 'The newest question that was not withdrawn.';
comment on column orders.waiting_since is 'Set while the order waits for its customer: it is not due meanwhile.';
comment on column orders.form_id is 'The form that the order was made with.';
comment on column orders.snoozed_until is 'Set aside by staff until then; a moment that has passed counts for nothing.';
grant insert, select, update on orders to nothipotro_app;

create table password_reset_asks (
  id uuid not null,
  sealed_ask bytea not null,
  asked_at timestamp with time zone default now() not null,
  constraint password_reset_asks_pkey PRIMARY KEY (id)
);
CREATE INDEX password_reset_asks_age ON password_reset_asks USING btree (asked_at);
comment on table password_reset_asks is 'Asked-for links until they are made, seconds later: the answer is given before anybody knows whether the address has an account.';
grant delete, insert, select, update on password_reset_asks to nothipotro_app;

create table password_resets (
  token_hash bytea not null,
  user_id integer not null,
  requested_by integer,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  disowns_since timestamp with time zone,
  constraint password_resets_pkey PRIMARY KEY (token_hash),
  constraint password_resets_user FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX password_resets_of_user ON password_resets USING btree (user_id, created_at DESC);
comment on table password_resets is 'One-time links by mail; only hashes are kept.';
grant delete, insert, select, update on password_resets to nothipotro_app;

create table payment_notices (
  provider text not null,
  message_id text not null,
  invoice text not null,
  transaction_id text not null,
  amount_paisa bigint,
  currency text not null,
  status text not null,
  received_at timestamp with time zone default now() not null,
  constraint payment_notices_pkey PRIMARY KEY (provider, message_id)
);
CREATE INDEX payment_notices_of_invoice ON payment_notices USING btree (invoice);
comment on table payment_notices is 'Signed notices of a provider, each once. They only make us ask; none moves money.';
grant insert, select on payment_notices to nothipotro_app;

create table payments (
  id text not null,
  provider text not null,
  provider_payment_id text,
  user_id integer not null,
  amount_paisa bigint not null,
  bonus_paisa bigint default 0 not null,
  payment_type text not null,
  state text default 'created'::text not null,
  redirect_url text,
  transaction_id text,
  payer_number text default ''::text not null,
  attention text default ''::text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  next_check_at timestamp with time zone default now() not null,
  settled_at timestamp with time zone,
  failure_code text default ''::text not null,
  checks integer default 0 not null,
  facts jsonb,
  credited_paisa bigint,
  proposal jsonb,
  proposed_by integer,
  resolved_by integer,
  resolved_note text default ''::text not null,
  resolved_at timestamp with time zone,
  refund_id text,
  refund_lease_until timestamp with time zone default '-infinity'::timestamp with time zone not null,
  heard_at timestamp with time zone,
  constraint payments_pkey PRIMARY KEY (id),
  constraint payments_provider_payment_once UNIQUE (provider, provider_payment_id),
  constraint payments_transaction_once UNIQUE (provider, transaction_id),
  constraint payments_amount_positive CHECK (amount_paisa > 0),
  constraint payments_bonus_not_negative CHECK (bonus_paisa >= 0),
  constraint payments_completed_has_transaction CHECK (state <> 'completed'::text OR transaction_id IS NOT NULL),
  constraint payments_credited_positive CHECK (credited_paisa > 0),
  constraint payments_four_eyes CHECK (resolved_by IS NULL OR proposed_by IS NULL OR resolved_by <> proposed_by),
  constraint payments_proposal_named CHECK ((proposal IS NULL) = (proposed_by IS NULL)),
  constraint payments_state CHECK (state = ANY (ARRAY['created'::text, 'redirected'::text, 'completed'::text, 'needs_attention'::text, 'refunding'::text, 'refunded'::text, 'closed'::text, 'failed'::text, 'cancelled'::text, 'expired'::text])),
  constraint payments_type CHECK (payment_type = ANY (ARRAY['custom'::text, 'predefined'::text])),
  constraint payments_user FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX payments_attention ON payments USING btree (created_at DESC) WHERE state = ANY (ARRAY['needs_attention'::text, 'refunding'::text]);
CREATE INDEX payments_heard ON payments USING btree (next_check_at) WHERE heard_at IS NOT NULL;
CREATE INDEX payments_newest ON payments USING btree (created_at DESC, id DESC);
CREATE INDEX payments_of_user ON payments USING btree (user_id, created_at DESC);
CREATE INDEX payments_open ON payments USING btree (next_check_at) WHERE state = ANY (ARRAY['created'::text, 'redirected'::text]);
CREATE INDEX payments_payer ON payments USING btree (payer_number) WHERE payer_number <> ''::text;
CREATE INDEX payments_provider_payment ON payments USING btree (provider_payment_id) WHERE provider_payment_id IS NOT NULL;
CREATE INDEX payments_references ON payments USING btree (provider, reference_key(transaction_id)) WHERE transaction_id IS NOT NULL;
CREATE INDEX payments_reported ON payments USING btree (reference_key(facts ->> 'transactionId'::text)) WHERE facts IS NOT NULL;
CREATE INDEX payments_transaction ON payments USING btree (transaction_id) WHERE transaction_id IS NOT NULL;
CREATE TRIGGER payments_untyped BEFORE INSERT OR UPDATE OF transaction_id ON payments FOR EACH ROW WHEN (new.transaction_id IS NOT NULL) EXECUTE FUNCTION refuse_typed_reference();
comment on table payments is 'Top-ups through a provider, from the first click to the last word. The id is our invoice number.';
comment on column payments.facts is 'What the provider said of a payment that does not fit ours; kept for staff.';
comment on column payments.credited_paisa is 'What staff let be credited, where it differs from what was asked.';
comment on column payments.heard_at is 'When the provider sent word that is not settled yet; empty again as soon as it has answered clearly.';
grant insert, select, update on payments to nothipotro_app;

create table portal_processes (
  id uuid not null,
  seen_at timestamp with time zone default now() not null,
  held_keys text[] not null,
  used_keys text[] default '{}'::text[] not null,
  constraint portal_processes_pkey PRIMARY KEY (id)
);
comment on table portal_processes is 'Portals that run: which keys each holds and which it seals with, said every few seconds.';
comment on column portal_processes.used_keys is 'Of each kind of key the one that this portal makes new things with.';
grant delete, insert, select, update on portal_processes to nothipotro_app;

create table price_changes (
  id integer generated always as identity not null,
  service_id integer not null,
  sub_type_id integer,
  price_paisa bigint not null,
  from_day date not null,
  state text default 'scheduled'::text not null,
  made_by integer not null,
  made_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  constraint price_changes_pkey PRIMARY KEY (id),
  constraint price_changes_price_not_negative CHECK (price_paisa >= 0),
  constraint price_changes_state CHECK (state = ANY (ARRAY['scheduled'::text, 'applied'::text, 'cancelled'::text])),
  constraint price_changes_author FOREIGN KEY (made_by) REFERENCES users(id),
  constraint price_changes_service FOREIGN KEY (service_id) REFERENCES services(id),
  constraint price_changes_sub_type FOREIGN KEY (sub_type_id) REFERENCES sub_types(id)
);
CREATE INDEX price_changes_due ON price_changes USING btree (from_day) WHERE state = 'scheduled'::text;
CREATE UNIQUE INDEX price_changes_once_a_day ON price_changes USING btree (service_id, COALESCE(sub_type_id, 0), from_day) WHERE state = 'scheduled'::text;
comment on table price_changes is 'Prices that change at the beginning of a day to come, in Dhaka; a job applies them.';
grant insert, select, update on price_changes to nothipotro_app;

create table provider_tokens (
  provider text not null,
  token_sealed bytea,
  refresh_sealed bytea,
  usable_until timestamp with time zone default '-infinity'::timestamp with time zone not null,
  refreshes timestamp with time zone[] default '{}'::timestamp with time zone[] not null,
  lease_until timestamp with time zone default '-infinity'::timestamp with time zone not null,
  constraint provider_tokens_pkey PRIMARY KEY (provider)
);
comment on table provider_tokens is 'The access token of each provider, sealed, one for all processes: too many renewals block the merchant.';
grant insert, select, update on provider_tokens to nothipotro_app;

create table published_keys (
  kid text not null,
  public_part jsonb not null,
  published_at timestamp with time zone default now() not null,
  constraint published_keys_pkey PRIMARY KEY (kid)
);
comment on table published_keys is 'Public parts (JWK) of every key that ever signed or sealed papers. Written by the owner alone, never removed.';
grant select on published_keys to nothipotro_app;

create table rate_limits (
  key_hash bytea not null,
  tries timestamp with time zone[] not null,
  kept_until timestamp with time zone not null,
  constraint rate_limits_pkey PRIMARY KEY (key_hash)
);
CREATE INDEX rate_limits_age ON rate_limits USING btree (kept_until);
comment on table rate_limits is 'When tries were made, one row a purpose and key. A try is written before it is judged and taken out when it was a good one; keys are keyed hashes.';
grant delete, insert, select, update on rate_limits to nothipotro_app;

create table recharge_ways (
  ref text not null,
  way text not null,
  reference text default ''::text not null,
  user_id integer not null,
  received_by integer not null,
  received_at timestamp with time zone default now() not null,
  released_at timestamp with time zone,
  constraint recharge_ways_pkey PRIMARY KEY (ref),
  constraint recharge_ways_reference CHECK (way = 'cash'::text OR reference <> ''::text),
  constraint recharge_ways_way CHECK (way = ANY (ARRAY['cash'::text, 'bkash'::text, 'nagad'::text, 'rocket'::text, 'bank'::text])),
  constraint recharge_ways_receiver FOREIGN KEY (received_by) REFERENCES users(id),
  constraint recharge_ways_user FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX recharge_ways_references ON recharge_ways USING btree (reference) WHERE reference <> ''::text;
CREATE UNIQUE INDEX recharge_ways_used_once ON recharge_ways USING btree (way, reference) WHERE way <> 'cash'::text AND released_at IS NULL;
CREATE TRIGGER recharge_ways_unpaid BEFORE INSERT OR UPDATE OF way, reference, released_at ON recharge_ways FOR EACH ROW WHEN (new.way <> 'cash'::text AND new.released_at IS NULL) EXECUTE FUNCTION refuse_paid_reference();
comment on table recharge_ways is 'Way and reference of recharges by staff, by the ref of their transfer; none for plain cash. Released when the recharge is refused or reversed.';
grant insert, select, update on recharge_ways to nothipotro_app;

create table sandbox_payments (
  payment_id text not null,
  invoice text not null,
  amount_paisa bigint not null,
  return_url text not null,
  outcome text default 'open'::text not null,
  transaction_id text,
  settles_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  refund_id text,
  constraint sandbox_payments_pkey PRIMARY KEY (payment_id),
  constraint sandbox_payments_transaction_once UNIQUE (transaction_id),
  constraint sandbox_payments_outcome CHECK (outcome = ANY (ARRAY['open'::text, 'paid'::text, 'failed'::text, 'cancelled'::text]))
);
comment on table sandbox_payments is 'Books of the play provider: the other side of the counter, never read by the portal’s own money code but through its interface.';
grant insert, select, update on sandbox_payments to nothipotro_app;

create table saved_replies (
  id integer generated always as identity not null,
  kind text not null,
  title text not null,
  body text not null,
  created_by integer not null,
  updated_on timestamp with time zone default now() not null,
  constraint saved_replies_pkey PRIMARY KEY (id),
  constraint saved_replies_kind CHECK (kind = ANY (ARRAY['note'::text, 'reason'::text, 'result'::text])),
  constraint saved_replies_author FOREIGN KEY (created_by) REFERENCES users(id)
);
CREATE UNIQUE INDEX saved_replies_title_once ON saved_replies USING btree (kind, lower(title));
comment on table saved_replies is 'The shop’s own sentences for comments on results, for reasons of rejections and for results that are a text.';
grant delete, insert, select, update on saved_replies to nothipotro_app;

create table saved_views (
  id integer generated always as identity not null,
  owner_id integer not null,
  place smallint not null,
  name text not null,
  list text not null,
  query jsonb not null,
  is_shared boolean default false not null,
  saved_at timestamp with time zone default now() not null,
  constraint saved_views_pkey PRIMARY KEY (id),
  constraint saved_views_place UNIQUE (owner_id, place),
  constraint saved_views_few CHECK (place >= 1 AND place <= 20),
  constraint saved_views_list CHECK (list = ANY (ARRAY['all'::text, 'pending'::text, 'completed'::text])),
  constraint saved_views_owner FOREIGN KEY (owner_id) REFERENCES users(id)
);
CREATE UNIQUE INDEX saved_views_name_once ON saved_views USING btree (owner_id, lower(name));
comment on table saved_views is 'What staff filter the list of orders by, under a name. Without what was typed into the search, which names people.';
comment on column saved_views.place is 'One of twenty that each person has.';
grant delete, insert, select, update on saved_views to nothipotro_app;

create table service_forms (
  id integer generated always as identity not null,
  service_id integer not null,
  number integer not null,
  state text default 'draft'::text not null,
  definition jsonb not null,
  made_by integer not null,
  made_at timestamp with time zone default now() not null,
  constraint service_forms_pkey PRIMARY KEY (id),
  constraint service_forms_number UNIQUE (service_id, number),
  constraint service_forms_state CHECK (state = ANY (ARRAY['draft'::text, 'published'::text])),
  constraint service_forms_made_by FOREIGN KEY (made_by) REFERENCES users(id),
  constraint service_forms_service FOREIGN KEY (service_id) REFERENCES services(id)
);
CREATE UNIQUE INDEX service_forms_one_draft ON service_forms USING btree (service_id) WHERE state = 'draft'::text;
CREATE TRIGGER service_forms_keep BEFORE UPDATE ON service_forms FOR EACH ROW WHEN (old.state = 'published'::text) EXECUTE FUNCTION service_forms_keep();
comment on table service_forms is 'Versions of what a service asks for. A published one never changes: orders keep the form they were made with.';
grant insert, select on service_forms to nothipotro_app;
grant update (id, state, definition, made_by, made_at) on service_forms to nothipotro_app;

create table services (
  id integer generated always as identity not null,
  code text not null,
  name text not null,
  description text default ''::text not null,
  place_holder_name text default ''::text not null,
  status text default 'active'::text not null,
  enable_charge boolean default true not null,
  charge_paisa bigint default 0 not null,
  is_auto_service boolean default false not null,
  working_hours integer default 24 not null,
  agent_contact text,
  "position" integer not null,
  created_by integer,
  updated_by integer,
  created_on timestamp with time zone default now() not null,
  updated_on timestamp with time zone default now() not null,
  version integer default 1 not null,
  name_en text,
  outage_since timestamp with time zone,
  outage_reason text default ''::text not null,
  outage_is_automatic boolean default false not null,
  form_id integer,
  description_en text,
  place_holder_name_en text,
  constraint services_pkey PRIMARY KEY (id),
  constraint services_code_unique UNIQUE (code),
  constraint services_charge_not_negative CHECK (charge_paisa >= 0),
  constraint services_description_en_length CHECK (length(description_en) <= 300),
  constraint services_name_en_not_blank CHECK (name_en <> ''::text),
  constraint services_outage_reason_short CHECK (length(outage_reason) <= 200),
  constraint services_place_holder_name_en_length CHECK (length(place_holder_name_en) <= 300),
  constraint services_status CHECK (status = ANY (ARRAY['active'::text, 'inactive'::text])),
  constraint services_form FOREIGN KEY (form_id) REFERENCES service_forms(id) NOT VALID
);
CREATE UNIQUE INDEX services_name_unique ON services USING btree (NORMALIZE(name, NFC) COLLATE bangla);
comment on table services is 'What the shop offers: AA to AM at first; the automatic ones make documents, the others are orders for staff.';
comment on column services.form_id is 'The form that new orders are made with; without one, the built-in form of its code.';
grant insert, select, update on services to nothipotro_app;

create table sessions (
  id uuid not null,
  user_id integer not null,
  salt bytea not null,
  generation integer default 0 not null,
  refresh_hash bytea not null,
  rotated_at timestamp with time zone default now() not null,
  remembered boolean not null,
  cookie_hash bytea not null,
  user_agent text default ''::text not null,
  ip text default ''::text not null,
  created_at timestamp with time zone default now() not null,
  last_seen_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  end_reason text,
  device_hash bytea,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_end_reason CHECK (end_reason = ANY (ARRAY['logout'::text, 'reuse'::text, 'password'::text, 'inactive'::text, 'ended_by_user'::text, 'ended_by_staff'::text])),
  constraint sessions_user FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE UNIQUE INDEX sessions_cookie ON sessions USING btree (cookie_hash);
CREATE INDEX sessions_of_person ON sessions USING btree (user_id, created_at);
CREATE TRIGGER sessions_told_when_ended AFTER UPDATE OF ended_at ON sessions FOR EACH ROW WHEN (old.ended_at IS NULL AND new.ended_at IS NOT NULL) EXECUTE FUNCTION tell_channels_of_session();
CREATE TRIGGER sessions_told_when_removed AFTER DELETE ON sessions FOR EACH ROW WHEN (old.ended_at IS NULL) EXECUTE FUNCTION tell_channels_of_session();
comment on table sessions is 'Sign-ins. A refresh token is derived from the salt and the generation; only the hash of the current one is kept.';
grant delete, insert, select, update on sessions to nothipotro_app;

create table setting_proposals (
  id integer generated always as identity not null,
  key text not null,
  fields_before jsonb not null,
  fields_after jsonb not null,
  asked_by integer not null,
  asked_at timestamp with time zone default now() not null,
  applies_at timestamp with time zone,
  state text default 'pending'::text not null,
  decided_by integer,
  decided_at timestamp with time zone,
  constraint setting_proposals_pkey PRIMARY KEY (id),
  constraint setting_proposals_decided CHECK ((state = 'pending'::text) = (decided_at IS NULL)),
  constraint setting_proposals_state CHECK (state = ANY (ARRAY['pending'::text, 'applied'::text, 'closed'::text])),
  constraint setting_proposals_asker FOREIGN KEY (asked_by) REFERENCES users(id),
  constraint setting_proposals_decider FOREIGN KEY (decided_by) REFERENCES users(id)
);
CREATE UNIQUE INDEX setting_proposals_one_waits ON setting_proposals USING btree (key) WHERE state = 'pending'::text;
comment on table setting_proposals is 'Changes that wait for a second owner; applies_at stands only where there is no independent one. Kept as a history.';
grant insert, select, update on setting_proposals to nothipotro_app;

create table settlement_files (
  id uuid not null,
  provider text not null,
  name text not null,
  sha256 bytea not null,
  uploaded_by integer not null,
  uploaded_at timestamp with time zone default now() not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  line_count integer not null,
  total_paisa bigint not null,
  constraint settlement_files_pkey PRIMARY KEY (id),
  constraint settlement_files_once UNIQUE (provider, sha256),
  constraint settlement_files_user FOREIGN KEY (uploaded_by) REFERENCES users(id)
);
CREATE INDEX settlement_files_newest ON settlement_files USING btree (uploaded_at DESC);
comment on table settlement_files is 'Settlement reports of payment providers that staff uploaded, each once.';
grant insert, select on settlement_files to nothipotro_app;

create table settlement_items (
  file_id uuid not null,
  "position" integer not null,
  line integer,
  match text not null,
  payment_id text,
  transaction_id text default ''::text not null,
  invoice text default ''::text not null,
  their_paisa bigint,
  our_paisa bigint,
  currency text default ''::text not null,
  happened_at timestamp with time zone,
  difference text default ''::text not null,
  resolution text default ''::text not null,
  note text default ''::text not null,
  resolved_by integer,
  resolved_at timestamp with time zone,
  constraint settlement_items_pkey PRIMARY KEY (file_id, "position"),
  constraint settlement_items_match CHECK (match = ANY (ARRAY['matched'::text, 'ours_only'::text, 'theirs_only'::text, 'differing'::text])),
  constraint settlement_items_resolution CHECK (resolution = ANY (ARRAY[''::text, 'explained'::text, 'settled'::text, 'in_other_file'::text])),
  constraint settlement_items_file FOREIGN KEY (file_id) REFERENCES settlement_files(id),
  constraint settlement_items_payment FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint settlement_items_user FOREIGN KEY (resolved_by) REFERENCES users(id)
);
CREATE INDEX settlement_items_of_payment ON settlement_items USING btree (payment_id);
CREATE INDEX settlement_items_of_transaction ON settlement_items USING btree (transaction_id) WHERE transaction_id <> ''::text;
comment on table settlement_items is 'Each line of a settlement report beside our payment, and each payment of ours that the report lacks.';
grant insert, select, update on settlement_items to nothipotro_app;

create table share_viewings (
  key_hash bytea not null,
  share_id integer not null,
  is_counted boolean default false not null,
  expires_at timestamp with time zone not null,
  constraint share_viewings_pkey PRIMARY KEY (key_hash),
  constraint share_viewings_share FOREIGN KEY (share_id) REFERENCES file_shares(id)
);
CREATE INDEX share_viewings_age ON share_viewings USING btree (expires_at);
comment on table share_viewings is 'One viewer''s look through a shared link: the PIN was right, and the look counts as one open.';
grant delete, insert, select, update on share_viewings to nothipotro_app;

create table shop_setting_changes (
  id integer generated always as identity not null,
  key text not null,
  version integer not null,
  value_before jsonb not null,
  value_after jsonb not null,
  changed_by integer not null,
  changed_at timestamp with time zone default now() not null,
  constraint shop_setting_changes_pkey PRIMARY KEY (id),
  constraint shop_setting_changes_version_once UNIQUE (key, version),
  constraint shop_setting_changes_author FOREIGN KEY (changed_by) REFERENCES users(id)
);
comment on table shop_setting_changes is 'Every change of a setting with what stood before; rows are only added.';
grant insert, select on shop_setting_changes to nothipotro_app;

create table shop_settings (
  key text not null,
  value jsonb not null,
  version integer default 1 not null,
  changed_by integer not null,
  changed_at timestamp with time zone default now() not null,
  constraint shop_settings_pkey PRIMARY KEY (key),
  constraint shop_settings_author FOREIGN KEY (changed_by) REFERENCES users(id)
);
comment on table shop_settings is 'The shop’s own settings; a group without a row has its first value.';
grant insert, select, update on shop_settings to nothipotro_app;

create table stored_files (
  key text not null,
  put_at timestamp with time zone default now() not null,
  trashed_at timestamp with time zone,
  constraint stored_files_pkey PRIMARY KEY (key)
);
CREATE INDEX stored_files_trashed ON stored_files USING btree (trashed_at) WHERE trashed_at IS NOT NULL;
comment on table stored_files is 'Written before a file is stored. The sweep removes nothing that is not in here: what another or a later database stored is not its business.';
grant delete, insert, select, update on stored_files to nothipotro_app;

create table sub_types (
  id integer generated always as identity not null,
  service_id integer not null,
  name text not null,
  price_paisa bigint default 0 not null,
  agent_contact text,
  "position" integer default 0 not null,
  created_on timestamp with time zone default now() not null,
  updated_on timestamp with time zone default now() not null,
  working_hours integer,
  version integer default 1 not null,
  name_en text,
  constraint sub_types_pkey PRIMARY KEY (id),
  constraint sub_types_name_once UNIQUE (service_id, name),
  constraint sub_types_name_en_not_blank CHECK (name_en <> ''::text),
  constraint sub_types_price_not_negative CHECK (price_paisa >= 0),
  constraint sub_types_working_hours_positive CHECK (working_hours > 0),
  constraint sub_types_service FOREIGN KEY (service_id) REFERENCES services(id)
);
comment on table sub_types is 'Kinds of one manual service, each with its price on top of the service’s charge.';
comment on column sub_types.working_hours is 'How long this kind takes; empty: as long as its service.';
grant insert, select, update on sub_types to nothipotro_app;

create table tagged_orders (
  order_id integer not null,
  tag_id integer not null,
  set_by integer not null,
  set_at timestamp with time zone default now() not null,
  constraint tagged_orders_pkey PRIMARY KEY (order_id, tag_id),
  constraint tagged_orders_order FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint tagged_orders_set_by FOREIGN KEY (set_by) REFERENCES users(id),
  constraint tagged_orders_tag FOREIGN KEY (tag_id) REFERENCES order_tags(id) ON DELETE CASCADE
);
CREATE INDEX tagged_orders_of_tag ON tagged_orders USING btree (tag_id, order_id);
comment on table tagged_orders is 'Which order has which tag.';
grant delete, insert, select on tagged_orders to nothipotro_app;

create table tin_purchases (
  owner_id integer not null,
  asked_index bytea not null,
  record_id integer,
  made_at timestamp with time zone default now() not null,
  constraint tin_purchases_pkey PRIMARY KEY (owner_id, asked_index),
  constraint tin_purchases_owner FOREIGN KEY (owner_id) REFERENCES users(id),
  constraint tin_purchases_record FOREIGN KEY (record_id) REFERENCES document_records(id)
);
comment on table tin_purchases is 'Which TIN a customer paid for and when, also by the mobile number that was asked; one row a number, so that one day has one charge.';
grant delete, insert, select, update on tin_purchases to nothipotro_app;

create table trail (
  id bigint generated always as identity not null,
  at timestamp with time zone default now() not null,
  kind text not null,
  actor_id integer,
  subject_id integer,
  object_kind text default ''::text not null,
  object_id text default ''::text not null,
  reason text default ''::text not null,
  ip text default ''::text not null,
  details jsonb default '{}'::jsonb not null,
  constraint trail_pkey PRIMARY KEY (id)
);
CREATE INDEX trail_by_time ON trail USING btree (at, id);
CREATE INDEX trail_lookups ON trail USING btree (at) WHERE kind = 'registry.looked_up'::text;
CREATE INDEX trail_of_actor ON trail USING btree (actor_id, id DESC);
CREATE INDEX trail_of_kind ON trail USING btree (kind, id DESC);
CREATE INDEX trail_of_subject ON trail USING btree (subject_id, id DESC);
CREATE INDEX trail_of_thing ON trail USING btree (object_id, object_kind, id DESC);
comment on table trail is 'Looks at personal data, acts of staff, security events. Nobody can change or remove a row.';
grant insert, select on trail to nothipotro_app;

create table trail_proofs (
  day date not null,
  started_at timestamp with time zone default now() not null,
  finished_at timestamp with time zone,
  broken integer,
  constraint trail_proofs_pkey PRIMARY KEY (day)
);
comment on table trail_proofs is 'The nightly proof of the trail, one a night; broken counts what did not fit the seals or the anchors outside the database.';
grant delete, insert, select, update on trail_proofs to nothipotro_app;

create table trail_seals (
  last_id bigint not null,
  first_id bigint not null,
  row_count bigint not null,
  hash bytea not null,
  mac bytea not null,
  sealed_at timestamp with time zone default now() not null,
  constraint trail_seals_pkey PRIMARY KEY (last_id),
  constraint trail_seals_first_once UNIQUE (first_id),
  constraint trail_seals_forward CHECK (first_id <= last_id)
);
comment on table trail_seals is 'The chain over the trail, one row a sealed stretch; rows are only added.';
grant insert, select on trail_seals to nothipotro_app;

create table unexpected_errors (
  reference text not null,
  at timestamp with time zone default now() not null,
  path text not null,
  constraint unexpected_errors_pkey PRIMARY KEY (reference)
);
CREATE INDEX unexpected_errors_at ON unexpected_errors USING btree (at);
comment on table unexpected_errors is 'Answers that failed for no reason that the portal knows, by the reference that the caller read. What happened is in the log.';
grant delete, insert, select, update on unexpected_errors to nothipotro_app;

create table unsent_mails (
  day date not null,
  count integer not null,
  constraint unsent_mails_pkey PRIMARY KEY (day)
);
comment on table unsent_mails is 'How many mails were given up in a day, because their server did not take them in time.';
grant delete, insert, select, update on unsent_mails to nothipotro_app;

create table user_notes (
  id integer generated always as identity not null,
  user_id integer not null,
  author_id integer not null,
  text_sealed bytea not null,
  written_at timestamp with time zone default now() not null,
  constraint user_notes_pkey PRIMARY KEY (id),
  constraint user_notes_author FOREIGN KEY (author_id) REFERENCES users(id),
  constraint user_notes_user FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX user_notes_of_user ON user_notes USING btree (user_id, id);
comment on table user_notes is 'What staff note on a customer for each other; rows are only added, and blanked when the customer is erased.';
grant insert, select on user_notes to nothipotro_app;
grant update (text_sealed) on user_notes to nothipotro_app;

create table users (
  id integer generated always as identity not null,
  username text not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  phone text default ''::text not null,
  password_hash text not null,
  must_change_password boolean default false not null,
  roles text[] default '{customer}'::text[] not null,
  is_active boolean default true not null,
  is_email_active boolean default false not null,
  gender text,
  birth_date date,
  address text default ''::text not null,
  bio text default ''::text not null,
  profile_image text,
  p_code text not null,
  terms_version text,
  terms_accepted_at timestamp with time zone,
  created_by integer,
  date_joined timestamp with time zone default now() not null,
  last_seen timestamp with time zone,
  deleted_at timestamp with time zone,
  temporary_password_until timestamp with time zone,
  temporary_password_used boolean default false not null,
  totp_sealed bytea,
  totp_confirmed_at timestamp with time zone,
  totp_last_step integer default 0 not null,
  recovery_hashes bytea[] default '{}'::bytea[] not null,
  profile_image_key text,
  search_text text generated always as (fold_text(((((((((first_name || ' '::text) || last_name) || ' '::text) || username) || ' '::text) || phone) || ' '::text) || p_code))) stored,
  totp_device_since timestamp with time zone,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_gender CHECK (gender = ANY (ARRAY['male'::text, 'female'::text, 'other'::text])),
  constraint users_roles CHECK (roles <@ ARRAY['customer'::text, 'owner'::text, 'operator'::text, 'cashier'::text, 'accountant'::text, 'auditor'::text]),
  constraint users_username_lower CHECK (username = lower(username))
);
CREATE INDEX users_customers ON users USING btree (date_joined DESC, id DESC) WHERE deleted_at IS NULL AND roles = '{customer}'::text[];
CREATE INDEX users_kept ON users USING btree (is_active) WHERE deleted_at IS NULL;
CREATE INDEX users_newest ON users USING btree (date_joined DESC, id DESC);
CREATE INDEX users_profile_image_key ON users USING btree (profile_image_key) WHERE profile_image_key IS NOT NULL;
CREATE INDEX users_search_sounds ON users USING gin (search_form(search_text) gin_trgm_ops) WITH (gin_pending_list_limit='64');
CREATE INDEX users_staff ON users USING btree (id) WHERE roles <> '{customer}'::text[];
CREATE UNIQUE INDEX users_username_unique ON users USING btree (username);
CREATE TRIGGER users_told_when_access_changes AFTER UPDATE OF roles, is_active, deleted_at ON users FOR EACH ROW WHEN (old.roles IS DISTINCT FROM new.roles OR old.is_active IS DISTINCT FROM new.is_active OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION tell_channels_of_access();
comment on table users is 'People with an account: customers and staff. The username is the e-mail in lower case.';
grant insert, select, update on users to nothipotro_app;

create table wallets (
  user_id integer not null,
  posted_paisa bigint default 0 not null,
  held_paisa bigint default 0 not null,
  version bigint default 0 not null,
  is_active boolean default true not null,
  constraint wallets_pkey PRIMARY KEY (user_id),
  constraint wallets_available_not_negative CHECK ((posted_paisa - held_paisa) >= 0),
  constraint wallets_bounded CHECK (posted_paisa <= '100000000000'::bigint),
  constraint wallets_held_not_negative CHECK (held_paisa >= 0),
  constraint wallets_user FOREIGN KEY (user_id) REFERENCES users(id)
);
comment on table wallets is 'Running balance of each customer: posted, of which held. The only balances that are kept and locked.';
grant select on wallets to nothipotro_app;

create table worked_days (
  day date not null,
  service_id integer not null,
  operator_id integer,
  completed integer not null,
  taken integer not null,
  waiting_seconds bigint not null,
  working_seconds bigint not null,
  in_time integer not null,
  constraint worked_days_once UNIQUE NULLS NOT DISTINCT (day, service_id, operator_id),
  constraint worked_days_day FOREIGN KEY (day) REFERENCES ledger_days(day)
);
comment on table worked_days is 'Orders completed on each finished day by service and operator, and the seconds that they waited and were worked on.';
grant insert, select on worked_days to nothipotro_app;

create table ws_tickets (
  ticket_hash bytea not null,
  user_id integer not null,
  session_id uuid not null,
  expires_at timestamp with time zone not null,
  constraint ws_tickets_pkey PRIMARY KEY (ticket_hash)
);
comment on table ws_tickets is 'One-use tickets that open the live channel; only their hashes are kept.';
grant delete, insert, select, update on ws_tickets to nothipotro_app;

-- Views

create view ledger_entries as
 SELECT ledger_transfers.id AS transfer_id,
    ledger_transfers.debit_account AS account,
    - ledger_transfers.amount_paisa AS amount_paisa,
    ledger_transfers.kind,
    ledger_transfers.user_id,
    ledger_transfers.committed_by,
    ledger_transfers.created_at
   FROM ledger_transfers
  WHERE ledger_transfers.kind <> ALL (ARRAY['hold'::text, 'release'::text])
UNION ALL
 SELECT ledger_transfers.id AS transfer_id,
    ledger_transfers.credit_account AS account,
    ledger_transfers.amount_paisa,
    ledger_transfers.kind,
    ledger_transfers.user_id,
    ledger_transfers.committed_by,
    ledger_transfers.created_at
   FROM ledger_transfers
  WHERE ledger_transfers.kind <> ALL (ARRAY['hold'::text, 'release'::text]);
grant select on ledger_entries to nothipotro_app;
comment on view ledger_entries is 'Both sides of each movement; credit is positive, so a wallet with money is positive and all entries together are zero.';

-- Functions

CREATE OR REPLACE FUNCTION public.count_file()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into file_counts as c (slot, files) values (pg_backend_pid() % 16, 1) on conflict (slot) do update set files = c.files + 1;
  return null;
end
$function$;
grant execute on function count_file() to public;

CREATE OR REPLACE FUNCTION public.count_order()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into order_counts as c (slot, service_id, pending, processing, completed, rejected, cancelled)
    select pg_backend_pid() % 16, service_id,
           count(*) filter (where status = 'pending'), count(*) filter (where status = 'processing'),
           count(*) filter (where status = 'completed'), count(*) filter (where status = 'rejected'),
           count(*) filter (where status = 'cancelled')
      from rows_after group by service_id order by service_id
    on conflict (slot, service_id) do update set
      pending = c.pending + excluded.pending, processing = c.processing + excluded.processing, completed = c.completed + excluded.completed,
      rejected = c.rejected + excluded.rejected, cancelled = c.cancelled + excluded.cancelled;
  else
    insert into order_counts as c (slot, service_id, pending, processing, completed, rejected, cancelled)
    select pg_backend_pid() % 16, service_id,
           coalesce(sum(more) filter (where status = 'pending'), 0), coalesce(sum(more) filter (where status = 'processing'), 0),
           coalesce(sum(more) filter (where status = 'completed'), 0), coalesce(sum(more) filter (where status = 'rejected'), 0),
           coalesce(sum(more) filter (where status = 'cancelled'), 0)
      from (select service_id, status, sum(one) as more
              from (select service_id, status, 1 as one from rows_after union all select service_id, status, -1 from rows_before) as moved
             group by service_id, status having sum(one) <> 0) as counted
     group by service_id order by service_id
    on conflict (slot, service_id) do update set
      pending = c.pending + excluded.pending, processing = c.processing + excluded.processing, completed = c.completed + excluded.completed,
      rejected = c.rejected + excluded.rejected, cancelled = c.cancelled + excluded.cancelled;
  end if;
  return null;
end
$function$;
grant execute on function count_order() to public;

CREATE OR REPLACE FUNCTION public.fold_text(p_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ select translate(replace(lower(normalize(p_text, nfc)), U&'\09BC', ''), '০১২৩৪৫৬৭৮৯', '0123456789') $function$;
grant execute on function fold_text(text) to public;

CREATE OR REPLACE FUNCTION public.ledger_bound_refunds()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  v_paid ledger_transfers%rowtype;
  v_left bigint;
begin
  -- One at a time for a wallet: the sums below must see what others have returned.
  perform from wallets w where w.user_id = new.user_id for update;
  if new.kind = 'reversal' then
    if exists (select from ledger_transfers t where t.refunds = new.reverses) then
      raise exception 'a part was refunded' using errcode = 'NP409';
    end if;
    return new;
  end if;
  -- What staff decide to give back needs an open wallet, as cash does: nobody could spend it otherwise.
  if not exists (select from wallets w where w.user_id = new.user_id and w.is_active) then
    raise exception 'wallet closed' using errcode = 'NP403';
  end if;
  select * into v_paid from ledger_transfers t where t.id = new.refunds and t.kind = 'capture';
  if not found or v_paid.user_id <> new.user_id then
    raise exception 'no such capture' using errcode = 'NP404';
  end if;
  if exists (select from ledger_transfers t where t.reverses = new.refunds) then
    raise exception 'the capture was reversed' using errcode = 'NP409';
  end if;
  v_left := v_paid.amount_paisa - (select coalesce(sum(t.amount_paisa), 0) from ledger_transfers t where t.refunds = new.refunds);
  if new.amount_paisa > v_left then
    raise exception 'more than is left to refund' using errcode = 'NP416', detail = json_build_object('left', v_left::text)::text;
  end if;
  return new;
end $function$;
grant execute on function ledger_bound_refunds() to public;

CREATE OR REPLACE FUNCTION public.ledger_erase_reasons(p_user_id integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$ update public.ledger_transfers set reason = '' where user_id = p_user_id and reason <> '' $function$;
grant execute on function ledger_erase_reasons(integer) to nothipotro_app;
comment on function ledger_erase_reasons(integer) is 'The one change that a transfer can have: what staff wrote beside it goes when its person is erased.';

CREATE OR REPLACE FUNCTION public.ledger_guard_requests()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if exists (select from cash_requests c where c.id = substr(new.ref, 6)::uuid and c.kind = 'refund') then
    raise exception 'the request is for a refund' using errcode = '23514';
  end if;
  return new;
end $function$;
grant execute on function ledger_guard_requests() to public;

CREATE OR REPLACE FUNCTION public.ledger_post(p_id uuid, p_kind text, p_user_id integer, p_counter text, p_amount bigint, p_ref text, p_hold_id uuid, p_reverses uuid, p_actor_id integer, p_reason text)
 RETURNS TABLE(transfer_id uuid, amount_paisa bigint, wallet_version bigint, posted_after_paisa bigint, held_after_paisa bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  v_wallet text := 'wallet:' || p_user_id;
  v_counter text := p_counter;
  v_amount bigint := p_amount;
  v_posted bigint := 0;
  v_held bigint := 0;
  v_into_wallet boolean;
  v_needs_open boolean := false;
  v_earlier ledger_transfers%rowtype;
  v_after wallets%rowtype;
begin
  if p_kind in ('capture', 'release') then
    select * into v_earlier from ledger_transfers t where t.id = p_hold_id and t.kind = 'hold';
    if not found or v_earlier.user_id <> p_user_id then
      raise exception 'no such hold' using errcode = 'NP404';
    end if;
    v_amount := v_earlier.amount_paisa;
    v_counter := 'revenue';
  elsif p_kind = 'reversal' then
    select * into v_earlier from ledger_transfers t where t.id = p_reverses;
    if not found or v_earlier.user_id <> p_user_id then
      raise exception 'no such transfer' using errcode = 'NP404';
    end if;
    if v_earlier.kind in ('hold', 'release', 'reversal', 'refund') then
      raise exception 'a % is not reversed', v_earlier.kind using errcode = 'NP409';
    end if;
    v_amount := v_earlier.amount_paisa;
    v_counter := case when v_earlier.debit_account = v_wallet then v_earlier.credit_account else v_earlier.debit_account end;
  end if;

  if v_amount is null or v_amount <= 0 then
    raise exception 'an amount must be positive' using errcode = '23514';
  end if;

  case p_kind
    when 'opening' then v_counter := 'opening'; v_into_wallet := true; v_posted := v_amount;
    when 'recharge' then
      if v_counter is null or not (v_counter = 'admin_cash' or v_counter ~ '^clearing:[a-z]{1,20}$') then
        raise exception 'a recharge comes from a clearing account or from cash' using errcode = '23514';
      end if;
      v_into_wallet := true; v_posted := v_amount; v_needs_open := v_counter = 'admin_cash' or v_counter like 'clearing:shop%';
    when 'bonus' then v_counter := 'bonus_expense'; v_into_wallet := true; v_posted := v_amount;
    when 'charge' then v_counter := 'revenue'; v_into_wallet := false; v_posted := -v_amount; v_needs_open := true;
    when 'hold' then v_counter := 'revenue'; v_into_wallet := false; v_held := v_amount; v_needs_open := true;
    when 'capture' then v_into_wallet := false; v_posted := -v_amount; v_held := -v_amount;
    when 'release' then v_into_wallet := true; v_held := -v_amount;
    when 'withdrawal' then v_counter := 'admin_cash'; v_into_wallet := false; v_posted := -v_amount; v_needs_open := true;
    when 'refund' then v_counter := 'revenue'; v_into_wallet := true; v_posted := v_amount;
    when 'reversal' then
      v_into_wallet := v_earlier.debit_account = v_wallet;
      v_posted := case when v_into_wallet then v_amount else -v_amount end;
    else raise exception 'unknown kind of transfer' using errcode = '23514';
  end case;

  update wallets w
     set posted_paisa = w.posted_paisa + v_posted, held_paisa = w.held_paisa + v_held, version = w.version + 1
   where w.user_id = p_user_id
     and (w.is_active or not v_needs_open)
     and (w.posted_paisa + v_posted) - (w.held_paisa + v_held) >= 0
     and w.held_paisa + v_held >= 0
  returning w.* into v_after;

  if not found then
    select * into v_after from wallets w where w.user_id = p_user_id;
    if not found then raise exception 'no such wallet' using errcode = 'NP404'; end if;
    if v_needs_open and not v_after.is_active then raise exception 'wallet closed' using errcode = 'NP403'; end if;
    raise exception 'not enough money' using errcode = 'NP402',
      detail = json_build_object('available', (v_after.posted_paisa - v_after.held_paisa)::text, 'needed', v_amount::text)::text;
  end if;

  insert into ledger_transfers (id, kind, debit_account, credit_account, amount_paisa, ref, user_id,
    wallet_version, posted_after_paisa, held_after_paisa, hold_id, reverses, refunds, actor_id, reason)
  values (p_id, p_kind, case when v_into_wallet then v_counter else v_wallet end,
    case when v_into_wallet then v_wallet else v_counter end, v_amount, p_ref, p_user_id,
    v_after.version, v_after.posted_paisa, v_after.held_paisa, p_hold_id, case when p_kind <> 'refund' then p_reverses end,
    case when p_kind = 'refund' then p_reverses end, p_actor_id, p_reason);

  return query select p_id, v_amount, v_after.version, v_after.posted_paisa, v_after.held_paisa;
end $function$;
grant execute on function ledger_post(uuid,text,integer,text,bigint,text,uuid,uuid,integer,text) to nothipotro_app;
comment on function ledger_post(uuid,text,integer,text,bigint,text,uuid,uuid,integer,text) is 'The only way money moves: locks the wallet, checks, writes the transfer, in one round trip.';

CREATE OR REPLACE FUNCTION public.ledger_prune_snapshots()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  v_count integer;
begin
  delete from ledger_snapshots s
   where s.taken_at < now() - interval '2 days'
     and exists (select from ledger_snapshots later
                  where later.account = s.account and later.complete_below > s.complete_below
                    and date_trunc('day', later.taken_at) = date_trunc('day', s.taken_at));
  get diagnostics v_count = row_count;
  return v_count;
end $function$;
grant execute on function ledger_prune_snapshots() to nothipotro_app;

CREATE OR REPLACE FUNCTION public.ledger_refuse_frozen()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if exists (select from ledger_frozen where account in (new.debit_account, new.credit_account, '*')) then
    raise exception 'the account is frozen' using errcode = 'NP423';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.ledger_set_frozen(p_audit bigint, p_accounts text[], p_rules text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  delete from ledger_frozen where account <> all (p_accounts) and audit_id <= p_audit;
  insert into ledger_frozen (account, rule, audit_id)
  select account, min(rule), p_audit from unnest(p_accounts, p_rules) f (account, rule) group by account
  on conflict (account) do update set audit_id = excluded.audit_id where ledger_frozen.audit_id < excluded.audit_id;
$function$;
grant execute on function ledger_set_frozen(bigint,text[],text[]) to nothipotro_app;

CREATE OR REPLACE FUNCTION public.ledger_take_snapshots()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  v_horizon xid8 := pg_snapshot_xmin(pg_current_snapshot());
  v_count integer;
begin
  insert into ledger_snapshots (account, complete_below, balance_paisa)
  select grown.account, v_horizon, sum(grown.amount_paisa) from (
    select e.account, e.amount_paisa from ledger_entries e
      left join lateral (select max(s.complete_below) as below from ledger_snapshots s
                          where s.account = e.account and s.complete_below < v_horizon) latest on true
     where e.account not like 'wallet:%' and e.committed_by < v_horizon
       and (latest.below is null or e.committed_by >= latest.below)
    union all
    (select distinct on (s.account) s.account, s.balance_paisa from ledger_snapshots s
      where s.complete_below < v_horizon order by s.account, s.complete_below desc)
  ) grown group by grown.account
  on conflict do nothing;
  get diagnostics v_count = row_count;
  return v_count;
end $function$;
grant execute on function ledger_take_snapshots() to nothipotro_app;

CREATE OR REPLACE FUNCTION public.lock_reference(p_way text, p_reference text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$ select pg_advisory_xact_lock(hashtextextended('reference:' || (ways_of_reference(p_way))[1] || ':' || reference_key(p_reference), 0)) $function$;
grant execute on function lock_reference(text,text) to public;
comment on function lock_reference(text,text) is 'Held until the transaction ends, so that staff and the provider take the same number one after the other.';

CREATE OR REPLACE FUNCTION public.reference_key(p_reference text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select upper(regexp_replace(p_reference, '\s+', '', 'g')) $function$;
grant execute on function reference_key(text) to public;
comment on function reference_key(text) is 'A transaction number as it is compared: in capitals and without spaces.';

CREATE OR REPLACE FUNCTION public.refuse_change_of_counts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a count of cash is never changed' using errcode = '23514';
end $function$;
grant execute on function refuse_change_of_counts() to public;

CREATE OR REPLACE FUNCTION public.refuse_paid_reference()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$ begin
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
end $function$;
grant execute on function refuse_paid_reference() to public;

CREATE OR REPLACE FUNCTION public.refuse_row_of_erased_customer()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if exists (select from added join users on users.id = added.customer_id where users.deleted_at is not null) then
    raise exception 'The customer of this row was erased' using errcode = 'foreign_key_violation', constraint = 'owner_not_erased';
  end if;
  return null;
end
$function$;
grant execute on function refuse_row_of_erased_customer() to public;

CREATE OR REPLACE FUNCTION public.refuse_row_of_erased_owner()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if exists (select from added join users on users.id = added.owner_id where users.deleted_at is not null) then
    raise exception 'The owner of this row was erased' using errcode = 'foreign_key_violation', constraint = 'owner_not_erased';
  end if;
  return null;
end
$function$;
grant execute on function refuse_row_of_erased_owner() to public;

CREATE OR REPLACE FUNCTION public.refuse_typed_reference()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$ begin
  perform lock_reference(new.provider, new.transaction_id);
  if exists (select from recharge_ways where way = any(ways_of_reference(new.provider)) and released_at is null
               and reference = reference_key(new.transaction_id)) then
    raise exception 'a recharge by staff has this reference' using errcode = '23505';
  end if;
  return new;
end $function$;
grant execute on function refuse_typed_reference() to public;

CREATE OR REPLACE FUNCTION public.reopen_days(p_from date)
 RETURNS integer
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  delete from worked_days where day >= p_from;
  delete from ledger_days_sold where day >= p_from;
  delete from ledger_days_active where day >= p_from;
  delete from ledger_days_accounts where day >= p_from;
  with gone as (delete from ledger_days where day >= p_from returning day) select count(*)::integer from gone;
$function$;
comment on function reopen_days(date) is 'Drops the sums of this day and of all later ones. They follow from movements and orders, and are summed again.';

CREATE OR REPLACE FUNCTION public.reopen_unfinished_days()
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select case when exists (select from ledger_days where day >= open)
               and not exists (select from ledger_days where day > open and (sold <> 0 or grown_paisa <> 0 or recharges <> 0 or active <> 0))
              then reopen_days(open) else 0 end
    from (select ((now() - interval '1 hour') at time zone 'Asia/Dhaka')::date as open) clock;
$function$;
grant execute on function reopen_unfinished_days() to nothipotro_app;
comment on function reopen_unfinished_days() is 'Opens the days again that are closed and did not end an hour ago. Not if something was sold on later days: then the clock is behind now.';

CREATE OR REPLACE FUNCTION public.search_form(p_folded text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ select translate(p_folded, U&' ৎীূঈঊণষসছঁঃ্\200C\200D.:', 'Xতিুইউনশশশ') $function$;
grant execute on function search_form(text) to public;

CREATE OR REPLACE FUNCTION public.search_pattern(p_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select replace(replace(replace(replace(replace(replace(replace(replace(
    regexp_replace(
      regexp_replace(search_form(fold_text(p_text)), '([]\\[(){}|^$*+?])', '\\\1', 'g'),
      '(\\?.)', U&'\\1[ঁঃ্\200C\200D.:]*', 'g'),
    'X', ' '), 'ত', '[তৎ]'), 'ি', '[িী]'), 'ু', '[ুূ]'), 'ই', '[ইঈ]'), 'উ', '[উঊ]'), 'ন', '[নণ]'), 'শ', '[শষসছ]')
$function$;
grant execute on function search_pattern(text) to public;

CREATE OR REPLACE FUNCTION public.service_forms_keep()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'A published form does not change';
end $function$;
grant execute on function service_forms_keep() to public;

CREATE OR REPLACE FUNCTION public.tell_channels_of_access()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into live_events (audience, message)
  values ('channels', jsonb_build_object('type', 'access_changed', 'userId', old.id));
  perform pg_notify('live', '');
  return null;
end $function$;
grant execute on function tell_channels_of_access() to public;

CREATE OR REPLACE FUNCTION public.tell_channels_of_session()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into live_events (audience, message)
  values ('channels', jsonb_build_object('type', 'session_ended', 'sessionId', old.id));
  perform pg_notify('live', '');
  return null;
end $function$;
grant execute on function tell_channels_of_session() to public;

CREATE OR REPLACE FUNCTION public.trail_next_stretch(OUT first_id bigint, OUT last_id bigint, OUT row_count bigint, OUT hash bytea)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  v_before trail_seals%rowtype;
begin
  perform set_config('lock_timeout', '500ms', true);
  lock table trail in share mode;
  select * into v_before from trail_seals s order by s.last_id desc limit 1;
  first_id := coalesce(v_before.last_id, 0) + 1;
  select max(t.id) into last_id from trail t where t.id >= first_id;
  if last_id is null then return; end if;
  select s.row_count, s.hash into row_count, hash from trail_stretch_hash(coalesce(v_before.hash, ''::bytea), first_id, last_id) s;
end
$function$;
grant execute on function trail_next_stretch() to nothipotro_app;

CREATE OR REPLACE FUNCTION public.trail_next_stretch(p_most integer, OUT first_id bigint, OUT last_id bigint, OUT row_count bigint, OUT hash bytea)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  v_before trail_seals%rowtype;
begin
  perform set_config('lock_timeout', '500ms', true);
  lock table trail in share mode;
  select * into v_before from trail_seals s order by s.last_id desc limit 1;
  first_id := coalesce(v_before.last_id, 0) + 1;
  select max(t.id) into last_id from (select n.id from trail n where n.id >= first_id order by n.id limit p_most) t;
  if last_id is null then return; end if;
  select s.row_count, s.hash into row_count, hash from trail_stretch_hash(coalesce(v_before.hash, ''::bytea), first_id, last_id) s;
end
$function$;
grant execute on function trail_next_stretch(integer) to nothipotro_app;

CREATE OR REPLACE FUNCTION public.trail_stretch_hash(p_before bytea, p_first bigint, p_last bigint, OUT row_count bigint, OUT hash bytea)
 RETURNS record
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select count(*), sha256(p_before || convert_to(coalesce(string_agg(
    jsonb_build_array(id, extract(epoch from at), kind, actor_id, subject_id, object_kind, object_id, reason, ip, details)::text,
    E'\n' order by id), ''), 'utf8'))
    from trail where id between p_first and p_last
$function$;
grant execute on function trail_stretch_hash(bytea,bigint,bigint) to nothipotro_app;
grant execute on function trail_stretch_hash(bytea,bigint,bigint) to public;

CREATE OR REPLACE FUNCTION public.wallet_open(p_user_id integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$ insert into wallets (user_id) values (p_user_id) on conflict do nothing $function$;
grant execute on function wallet_open(integer) to nothipotro_app;

CREATE OR REPLACE FUNCTION public.wallet_set_active(p_user_id integer, p_is_active boolean)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$ update wallets set is_active = p_is_active where user_id = p_user_id $function$;
grant execute on function wallet_set_active(integer,boolean) to nothipotro_app;

CREATE OR REPLACE FUNCTION public.wallets_lock_free(p_user_ids integer[])
 RETURNS TABLE(user_id integer, is_active boolean, available_paisa bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER ROWS 1
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  perform set_config('lock_timeout', '200ms', true);
  return query
    select w.user_id, w.is_active, w.posted_paisa - w.held_paisa
      from wallets w
     where w.user_id = any (p_user_ids)
       and not exists (select from ledger_frozen f where f.account = 'wallet:' || w.user_id)
       for no key update of w skip locked;
end
$function$;
grant execute on function wallets_lock_free(integer[]) to nothipotro_app;

CREATE OR REPLACE FUNCTION public.ways_of_reference(p_way text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select case when p_way in ('bkash', 'nagad', 'rocket') then array['bkash', 'nagad', 'rocket'] else array[p_way] end $function$;
grant execute on function ways_of_reference(text) to public;
comment on function ways_of_reference(text) is 'The ways among which a transaction number is used once.';
