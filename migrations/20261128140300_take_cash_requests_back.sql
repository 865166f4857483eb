-- Whoever asked for a movement of cash may take the request back, and still never approve it.
alter table cash_requests drop constraint cash_requests_four_eyes;
alter table cash_requests add constraint cash_requests_four_eyes
  check (decided_by is null or decided_by <> requested_by or status = 'rejected');
