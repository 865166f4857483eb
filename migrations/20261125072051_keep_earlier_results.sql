-- What a result was before staff replaced it: read by staff, and no longer by its customer.
alter table order_timeline add column replaced_text_sealed bytea, add column replaced_attachment_id integer;
comment on column order_timeline.replaced_text_sealed is 'The text that a new result took the place of.';
comment on column order_timeline.replaced_attachment_id is 'The file that a new result took the place of.';
grant update (replaced_text_sealed) on order_timeline to nothipotro_app;
alter table attachments add column replaced_at timestamptz;
comment on column attachments.replaced_at is 'Since when another result stands in its place; only staff open it from then on.';
grant update (replaced_at) on attachments to nothipotro_app;
