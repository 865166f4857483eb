-- Takes the next rows to seal, at most so many: writers wait only for the hash over one portion, however much has gathered.
create function trail_next_stretch(p_most integer, out first_id bigint, out last_id bigint, out row_count bigint, out hash bytea)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_before trail_seals%rowtype;
begin
  perform set_config('lock_timeout', '500ms', true);
  lock table trail in share mode;
  select * into v_before from trail_seals s order by s.last_id desc limit 1;
  first_id := coalesce(v_before.last_id, 0) + 1;
  select max(t.id) into last_id from (select n.id from trail n where n.id >= first_id order by n.id limit p_most) t;
  if last_id is null then return; end if;
  select s.row_count, s.hash into row_count, hash from trail_stretch_hash(coalesce(v_before.hash, ''::bytea), first_id, last_id) s;
end
$$;
revoke execute on function trail_next_stretch(integer) from public;
grant execute on function trail_next_stretch(integer) to nothipotro_app;

create table trail_proofs (
  day date not null,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  broken integer,
  constraint trail_proofs_pkey primary key (day)
);
comment on table trail_proofs is 'The nightly proof of the trail, one a night; broken counts what did not fit the seals or the anchors outside the database.';
grant select, insert, update, delete on trail_proofs to nothipotro_app;
