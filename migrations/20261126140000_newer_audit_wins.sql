-- An audit whose result is stored late says how the books were before a correction: what a newer audit froze stays frozen. Ids follow the order
-- in which audits looked.
create or replace function ledger_set_frozen(p_audit bigint, p_accounts text[], p_rules text[]) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from ledger_frozen where account <> all (p_accounts) and audit_id <= p_audit;
  insert into ledger_frozen (account, rule, audit_id)
  select account, min(rule), p_audit from unnest(p_accounts, p_rules) f (account, rule) group by account
  on conflict (account) do update set audit_id = excluded.audit_id where ledger_frozen.audit_id < excluded.audit_id;
$$;
