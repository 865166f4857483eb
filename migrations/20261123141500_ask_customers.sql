-- Staff ask the customer for a word or a paper; the order waits, and its due time moves by the time it waited.
create table order_questions (
  id integer generated always as identity,
  order_id integer not null,
  kind text not null,
  question_sealed bytea not null,
  asked_by integer not null,
  asked_at timestamptz not null default now(),
  answer_sealed bytea,
  attachment_id integer,
  answered_at timestamptz,
  withdrawn_at timestamptz,
  constraint order_questions_pkey primary key (id),
  constraint order_questions_order foreign key (order_id) references orders (id),
  constraint order_questions_asked_by foreign key (asked_by) references users (id),
  constraint order_questions_attachment foreign key (attachment_id) references attachments (id),
  constraint order_questions_kind check (kind in ('text', 'paper')),
  constraint order_questions_ends_once check (answered_at is null or withdrawn_at is null),
  constraint order_questions_has_answer check (
    answered_at is null or (kind = 'text' and answer_sealed is not null) or (kind = 'paper' and attachment_id is not null)
  )
);
create unique index order_questions_open on order_questions (order_id) where answered_at is null and withdrawn_at is null;
create index order_questions_of_order on order_questions (order_id, id);
comment on table order_questions is 'What staff asked the customer of an order, and the answer; an order has at most one open question.';
grant select, insert, update on order_questions to nothipotro_app;

alter table orders add column question_id integer;
alter table orders add column waiting_since timestamptz;
alter table orders add column paused_seconds double precision not null default 0;
alter table orders add constraint orders_waits_while_open
  check (waiting_since is null or status in ('pending', 'processing')) not valid;
comment on column orders.question_id is 'The newest question that was not withdrawn.';
comment on column orders.waiting_since is 'Set while the order waits for its customer: it is not due meanwhile.';

alter table order_timeline add column question_id integer;
