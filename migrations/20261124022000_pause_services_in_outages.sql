-- A service whose outside server is down: since when, why, and whether the portal itself noticed it. Due times stand still meanwhile.
alter table services
  add column outage_since timestamptz,
  add column outage_reason text not null default '' constraint services_outage_reason_short check (length(outage_reason) <= 200),
  add column outage_is_automatic boolean not null default false;
