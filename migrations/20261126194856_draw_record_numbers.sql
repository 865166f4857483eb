-- A document's record gets its number before the paper is made, so that one statement writes all of its rows.
grant usage on sequence document_records_id_seq to nothipotro_app;
