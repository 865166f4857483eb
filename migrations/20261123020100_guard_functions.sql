-- A name that a function does not qualify is looked for in pg_temp first unless pg_temp is named last: whoever can make a temporary
-- table could put one in the place of a wallet or a transfer.
do $$
declare
  v_function regprocedure;
begin
  for v_function in
    select p.oid from pg_proc p
     where p.pronamespace = 'public'::regnamespace
       and (p.prosecdef or p.proconfig is not null)
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  loop
    execute format('alter function %s set search_path = pg_catalog, public, pg_temp', v_function);
  end loop;
end
$$;

revoke create on schema public from public;

-- The portal's own login; its password is sealed with the master key, so that every process that has the keys can use it.
alter table installation add column login_password_sealed bytea;
-- Which cluster this is follows from the transaction numbers themselves.
alter table installation drop column cluster;
