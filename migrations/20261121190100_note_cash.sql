alter table cash_requests add column note text not null default '';
comment on column cash_requests.note is 'Why cash came or went, as the member of staff wrote it; for staff only.';
