-- From when to when a due time was moved, in the timeline of its order.
alter table order_timeline add column due_from timestamptz, add column due_to timestamptz;
comment on column order_timeline.due_from is 'The due time before it was moved by hand; empty in all other entries, and in those from before it was recorded.';
