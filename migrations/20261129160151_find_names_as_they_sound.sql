-- no transaction
-- One name is written in many ways: আব্দুল and আবদুল, রহীম and রহিম, মোঃ and মো:, র‍্যাব with a joiner that nobody sees. The stored folded text
-- stays as it is, so that no row is written; the indexes have the form in which these are one. A capital X stands for each space, as before.
create or replace function search_form(p_folded text) returns text language sql immutable parallel safe strict
as $$ select translate(p_folded, U&' ৎীূঈঊণষসছঁঃ্\200C\200D.:', 'Xতিুইউনশশশ') $$;

-- The same as a regular expression for folded text: looking at a row costs a tenth of bringing it into the form.
create or replace function search_pattern(p_text text) returns text language sql immutable parallel safe strict
as $$
  select replace(replace(replace(replace(replace(replace(replace(replace(
    regexp_replace(
      regexp_replace(search_form(fold_text(p_text)), '([]\\[(){}|^$*+?])', '\\\1', 'g'),
      '(\\?.)', U&'\\1[ঁঃ্\200C\200D.:]*', 'g'),
    'X', ' '), 'ত', '[তৎ]'), 'ি', '[িী]'), 'ু', '[ুূ]'), 'ই', '[ইঈ]'), 'উ', '[উঊ]'), 'ন', '[নণ]'), 'শ', '[শষসছ]')
$$;

create index concurrently if not exists orders_name_sounds on orders using gin (search_form(folded_name) gin_trgm_ops)
  with (gin_pending_list_limit = 64) where folded_name is not null;
drop index concurrently if exists orders_name_joined;
create index concurrently if not exists files_name_sounds on files using gin (search_form(folded_name) gin_trgm_ops)
  with (gin_pending_list_limit = 64);
drop index concurrently if exists files_name_joined;
create index concurrently if not exists users_search_sounds on users using gin (search_form(search_text) gin_trgm_ops)
  with (gin_pending_list_limit = 64);
drop index concurrently if exists users_search_joined;
