create table settlement_files (
  id uuid not null,
  provider text not null,
  name text not null,
  sha256 bytea not null,
  uploaded_by integer not null,
  uploaded_at timestamptz not null default now(),
  first_at timestamptz not null,
  last_at timestamptz not null,
  line_count integer not null,
  total_paisa bigint not null,
  constraint settlement_files_pkey primary key (id),
  constraint settlement_files_user foreign key (uploaded_by) references users (id),
  constraint settlement_files_once unique (provider, sha256)
);
create index settlement_files_newest on settlement_files (uploaded_at desc);
comment on table settlement_files is 'Settlement reports of payment providers that staff uploaded, each once.';

create table settlement_items (
  file_id uuid not null,
  position integer not null,
  line integer,
  match text not null,
  payment_id text,
  transaction_id text not null default '',
  invoice text not null default '',
  their_paisa bigint,
  our_paisa bigint,
  currency text not null default '',
  happened_at timestamptz,
  difference text not null default '',
  resolution text not null default '',
  note text not null default '',
  resolved_by integer,
  resolved_at timestamptz,
  constraint settlement_items_pkey primary key (file_id, position),
  constraint settlement_items_file foreign key (file_id) references settlement_files (id),
  constraint settlement_items_payment foreign key (payment_id) references payments (id),
  constraint settlement_items_user foreign key (resolved_by) references users (id),
  constraint settlement_items_match check (match in ('matched', 'ours_only', 'theirs_only', 'differing')),
  constraint settlement_items_resolution check (resolution in ('', 'explained', 'settled', 'in_other_file'))
);
create index settlement_items_of_payment on settlement_items (payment_id);
create index settlement_items_of_transaction on settlement_items (transaction_id) where transaction_id <> '';
comment on table settlement_items is 'Each line of a settlement report beside our payment, and each payment of ours that the report lacks.';

grant select, insert on settlement_files to nothipotro_app;
grant select, insert, update on settlement_items to nothipotro_app;
