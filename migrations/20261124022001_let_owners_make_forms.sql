-- What a service needs is the owner's to say: versions of its form, the answers of an order, the papers it asked for, and what staff ticked.
create table service_forms (
  id integer generated always as identity,
  service_id integer not null,
  number integer not null,
  state text not null default 'draft',
  definition jsonb not null,
  made_by integer not null,
  made_at timestamptz not null default now(),
  constraint service_forms_pkey primary key (id),
  constraint service_forms_service foreign key (service_id) references services (id),
  constraint service_forms_made_by foreign key (made_by) references users (id),
  constraint service_forms_state check (state in ('draft', 'published')),
  constraint service_forms_number unique (service_id, number)
);
create unique index service_forms_one_draft on service_forms (service_id) where state = 'draft';
comment on table service_forms is 'Versions of what a service asks for. A published one never changes: orders keep the form they were made with.';
grant select, insert on service_forms to nothipotro_app;
grant update (state, definition, made_by, made_at) on service_forms to nothipotro_app;

create function service_forms_keep() returns trigger language plpgsql as $$
begin
  raise exception 'A published form does not change';
end $$;
create trigger service_forms_keep before update on service_forms
  for each row when (old.state = 'published') execute function service_forms_keep();

alter table services add column form_id integer;
alter table services add constraint services_form foreign key (form_id) references service_forms (id) not valid;
comment on column services.form_id is 'The form that new orders are made with; without one, the built-in form of its code.';

alter table orders add column form_id integer;
alter table orders add column answers_sealed bytea;
comment on column orders.form_id is 'The form that the order was made with.';

alter table order_attachments add column paper text;
comment on column order_attachments.paper is 'Which paper of the form it is.';
grant update (paper) on order_attachments to nothipotro_app;

create table order_checks (
  order_id integer not null,
  key text not null,
  ticked_by integer not null,
  ticked_at timestamptz not null default now(),
  constraint order_checks_pkey primary key (order_id, key),
  constraint order_checks_order foreign key (order_id) references orders (id),
  constraint order_checks_ticked_by foreign key (ticked_by) references users (id)
);
comment on table order_checks is 'What staff ticked before they completed an order.';
grant select, insert, delete on order_checks to nothipotro_app;
