-- A night's audit asks about the wallets that moved since the last one; a whole one follows each week, and after anything wrong.
alter table ledger_audits
  add column is_whole boolean not null default true,
  add column horizon xid8;
comment on column ledger_audits.horizon is 'Transactions below it had ended when the audit looked: the next one begins there. Empty in a database that was restored elsewhere.';
