alter table cash_requests add column taken_day date;
comment on column cash_requests.taken_day is 'The day in Dhaka in whose sum of its taker the cash counts; empty where no limit held. A refusal takes it out of that sum.';
