-- The portal acts on orders too: it returns a forgotten one to the queue.
alter table order_timeline alter column actor_id drop not null;
comment on column order_timeline.actor_id is 'Empty: the portal itself.';
