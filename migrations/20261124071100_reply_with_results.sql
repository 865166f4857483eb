-- Saved replies for the text of a result, with fields to fill in.
alter table saved_replies drop constraint saved_replies_kind,
  add constraint saved_replies_kind check (kind in ('note', 'reason', 'result')) not valid;
alter table saved_replies validate constraint saved_replies_kind;
comment on table saved_replies is 'The shop’s own sentences for comments on results, for reasons of rejections and for results that are a text.';
