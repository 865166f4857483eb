-- Settings that weaken what guards money or accounts wait for a second owner, or for a day.

create table setting_proposals (
  id integer generated always as identity,
  key text not null,
  fields_before jsonb not null,
  fields_after jsonb not null,
  asked_by integer not null,
  asked_at timestamptz not null default now(),
  applies_at timestamptz,
  state text not null default 'pending',
  decided_by integer,
  decided_at timestamptz,
  constraint setting_proposals_pkey primary key (id),
  constraint setting_proposals_asker foreign key (asked_by) references users (id),
  constraint setting_proposals_decider foreign key (decided_by) references users (id),
  constraint setting_proposals_state check (state in ('pending', 'applied', 'closed')),
  constraint setting_proposals_decided check ((state = 'pending') = (decided_at is null))
);
create unique index setting_proposals_one_waits on setting_proposals (key) where state = 'pending';
comment on table setting_proposals is 'Changes that wait for a second owner; applies_at stands only where there is no independent one. Kept as a history.';
grant select, insert, update on setting_proposals to nothipotro_app;

create table email_confirmations (
  token_hash bytea not null,
  user_id integer not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint email_confirmations_pkey primary key (token_hash),
  constraint email_confirmations_user foreign key (user_id) references users (id)
);
create index email_confirmations_of_user on email_confirmations (user_id, created_at desc);
comment on table email_confirmations is 'One-time links by which somebody proves to read the mail of the account’s address; only hashes are kept. A change of the address ends them.';
grant select, insert, update, delete on email_confirmations to nothipotro_app;

-- Whoever opened this shop typed the address on the machine itself.
update users set is_email_active = true
 where id = (select min(id) from users) and 'owner' = any(roles);
