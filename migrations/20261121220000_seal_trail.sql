-- Each minute's rows of the trail are sealed: a hash over them and over the seal before, signed with a key that the database
-- does not have. A row that is changed, removed or slipped in later breaks the chain.

create table trail_seals (
  last_id bigint not null,
  first_id bigint not null,
  row_count bigint not null,
  hash bytea not null,
  mac bytea not null,
  sealed_at timestamptz not null default now(),
  constraint trail_seals_pkey primary key (last_id),
  constraint trail_seals_forward check (first_id <= last_id),
  constraint trail_seals_first_once unique (first_id)
);
comment on table trail_seals is 'The chain over the trail, one row a sealed stretch; rows are only added.';

create function trail_stretch_hash(p_before bytea, p_first bigint, p_last bigint, out row_count bigint, out hash bytea)
language sql stable set search_path = pg_catalog, public as $$
  select count(*), sha256(p_before || convert_to(coalesce(string_agg(
    jsonb_build_array(id, extract(epoch from at), kind, actor_id, subject_id, object_kind, object_id, reason, ip, details)::text,
    E'\n' order by id), ''), 'utf8'))
    from trail where id between p_first and p_last
$$;

-- Waits for writers under way, so that no row with a lower id can still come; its lock ends with the transaction.
create function trail_next_stretch(out first_id bigint, out last_id bigint, out row_count bigint, out hash bytea)
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  v_before trail_seals%rowtype;
begin
  perform set_config('lock_timeout', '500ms', true);
  lock table trail in share mode;
  select * into v_before from trail_seals s order by s.last_id desc limit 1;
  first_id := coalesce(v_before.last_id, 0) + 1;
  select max(t.id) into last_id from trail t where t.id >= first_id;
  if last_id is null then return; end if;
  select s.row_count, s.hash into row_count, hash from trail_stretch_hash(coalesce(v_before.hash, ''::bytea), first_id, last_id) s;
end
$$;
revoke execute on function trail_next_stretch from public;

grant select, insert on trail_seals to nothipotro_app;
grant execute on function trail_next_stretch, trail_stretch_hash to nothipotro_app;
