-- Opening and closing balances of an account between any two days, without adding up its years. See docs/decisions/0167.
create table ledger_days_accounts (
  day date not null,
  account text not null,
  debit_paisa bigint not null,
  credit_paisa bigint not null,
  movements bigint not null,
  constraint ledger_days_accounts_pkey primary key (day, account),
  constraint ledger_days_accounts_day foreign key (day) references ledger_days (day)
);
comment on table ledger_days_accounts is 'What each account had moved in all up to the end of each finished day; all wallets are one account. Written once, without gaps.';
grant select, insert on ledger_days_accounts to nothipotro_app;
