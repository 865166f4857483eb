-- An open order that staff set aside until a time, and why; its due time stands as it is.
alter table orders add column snoozed_until timestamptz, add column snooze_reason_sealed bytea;
comment on column orders.snoozed_until is 'Set aside by staff until then; a moment that has passed counts for nothing.';
alter table order_timeline add column snoozed_until timestamptz, add column note_sealed bytea;
comment on column order_timeline.note_sealed is 'What only staff read, such as why an order was set aside.';
grant update (note_sealed) on order_timeline to nothipotro_app;
