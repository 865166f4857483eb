create table ledger_audits (
  id bigint generated always as identity,
  day date,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  asked_by integer,
  rules integer not null default 0,
  findings integer not null default 0,
  shown jsonb not null default '[]',
  constraint ledger_audits_pkey primary key (id),
  constraint ledger_audits_user foreign key (asked_by) references users (id),
  constraint ledger_audits_once_a_day unique (day)
);
create index ledger_audits_newest on ledger_audits (finished_at desc);
comment on table ledger_audits is 'Each audit of the books with what it found; the nightly one has a day, of which there is one.';

create table ledger_frozen (
  account text not null,
  rule text not null,
  audit_id bigint not null,
  frozen_at timestamptz not null default now(),
  constraint ledger_frozen_pkey primary key (account),
  constraint ledger_frozen_audit foreign key (audit_id) references ledger_audits (id)
);
comment on table ledger_frozen is 'Accounts whose books do not balance (* for all): nothing is posted to them until an audit finds them right.';

create function ledger_refuse_frozen() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if exists (select from ledger_frozen where account in (new.debit_account, new.credit_account, '*')) then
    raise exception 'the account is frozen' using errcode = 'NP423';
  end if;
  return new;
end $$;
create trigger ledger_transfers_refuse_frozen before insert on ledger_transfers
  for each row execute function ledger_refuse_frozen();

-- What an audit found stands until the next one: accounts that it names are frozen, all others are free again.
create function ledger_set_frozen(p_audit bigint, p_accounts text[], p_rules text[]) returns void
language sql security definer set search_path = pg_catalog, public as $$
  delete from ledger_frozen where account <> all (p_accounts);
  insert into ledger_frozen (account, rule, audit_id)
  select account, min(rule), p_audit from unnest(p_accounts, p_rules) f (account, rule) group by account
  on conflict (account) do nothing;
$$;
revoke all on function ledger_set_frozen, ledger_refuse_frozen from public;
grant execute on function ledger_set_frozen to nothipotro_app;
grant select on ledger_frozen to nothipotro_app;
grant select, insert, update on ledger_audits to nothipotro_app;
