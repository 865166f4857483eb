-- Whoever loses a session or a role loses their live channel: told among the events, so that whoever sends an event has read of it before.
alter table live_events drop constraint live_events_audience, add constraint live_events_audience
  check (audience in ('staff', 'everybody', 'channels') or audience like 'user:%');

create function tell_channels_of_session() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into live_events (audience, message)
  values ('channels', jsonb_build_object('type', 'session_ended', 'sessionId', old.id));
  perform pg_notify('live', '');
  return null;
end $$;
create trigger sessions_told_when_ended after update of ended_at on sessions for each row
  when (old.ended_at is null and new.ended_at is not null) execute function tell_channels_of_session();
create trigger sessions_told_when_removed after delete on sessions for each row
  when (old.ended_at is null) execute function tell_channels_of_session();

create function tell_channels_of_access() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into live_events (audience, message)
  values ('channels', jsonb_build_object('type', 'access_changed', 'userId', old.id));
  perform pg_notify('live', '');
  return null;
end $$;
create trigger users_told_when_access_changes after update of roles, is_active, deleted_at on users for each row
  when ((old.roles, old.is_active, old.deleted_at) is distinct from (new.roles, new.is_active, new.deleted_at))
  execute function tell_channels_of_access();
