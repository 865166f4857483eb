-- A posting gives one row. Planned for the usual thousand, an order that was placed or completed was joined with all users in place of one.
alter function ledger_post(uuid, text, integer, text, bigint, text, uuid, uuid, integer, text) rows 1;
