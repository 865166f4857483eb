-- As the menu calls it.
update services set name_en = 'Unofficial server copy' where code = 'AH' and name_en = 'Server copy (unofficial)';
