-- What one person may not do alone: sums add up over a day, and nobody approves through an account that they have a hand in.

create table account_controls (
  id bigint generated always as identity,
  user_id integer not null,
  by_id integer not null,
  what text not null,
  at timestamptz not null default now(),
  constraint account_controls_pkey primary key (id),
  constraint account_controls_user foreign key (user_id) references users (id),
  constraint account_controls_by foreign key (by_id) references users (id),
  constraint account_controls_what check (what in ('reset', 'raised'))
);
create index account_controls_of_user on account_controls (user_id, at);
create index account_controls_age on account_controls (at);
comment on table account_controls is 'Who set a password or an address of somebody else’s account, or gave it a role; asked for seven days. Who made it stands in users.';

create table cash_days (
  day date not null,
  subject text not null,
  moved_paisa bigint not null default 0,
  constraint cash_days_pkey primary key (day, subject),
  constraint cash_days_subject check (subject ~ '^(actor|customer):[0-9]+$'),
  constraint cash_days_moved check (moved_paisa >= 0)
);
comment on table cash_days is 'What one member of staff moved alone, and what was so moved for one customer, on a day of Dhaka. The row is the lock under which a movement is let through.';

grant select, insert, delete on account_controls to nothipotro_app;
grant select, insert, update, delete on cash_days to nothipotro_app;
