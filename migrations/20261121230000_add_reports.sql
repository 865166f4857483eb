-- Printed reports are papers of the shop, and what reports count is found without reading whole tables.

alter table money_papers drop constraint money_papers_kind;
alter table money_papers add constraint money_papers_kind check (kind in ('receipt', 'statement', 'report'));

create index order_timeline_turns on order_timeline (order_id, what, at) where what in ('take', 're_upload');
create index trail_lookups on trail (at) where kind = 'registry.looked_up';
