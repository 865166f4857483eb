create sequence money_paper_numbers;

create table money_papers (
  id integer generated always as identity,
  kind text not null,
  owner_id integer not null,
  about text not null,
  number text not null,
  verification_code text not null,
  storage_key text not null,
  sha256 bytea not null,
  byte_size integer not null,
  masked_name text not null,
  made_at timestamptz not null,
  constraint money_papers_pkey primary key (id),
  constraint money_papers_owner foreign key (owner_id) references users (id),
  constraint money_papers_kind check (kind in ('receipt', 'statement')),
  constraint money_papers_once unique (kind, about),
  constraint money_papers_number_unique unique (number),
  constraint money_papers_code_unique unique (verification_code)
);
create index money_papers_of_owner on money_papers (owner_id);
create index money_papers_sha256 on money_papers (sha256);
comment on table money_papers is 'Receipts and statements that were given out, with the hash that proves them unaltered; the same paper is made once. A row never changes.';

grant usage on sequence money_paper_numbers to nothipotro_app;
grant select, insert on money_papers to nothipotro_app;
