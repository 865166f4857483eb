-- Mail that was given up after twelve tries stayed for ever. It is old by now and is not sent either; what does not go is removed after three days.
delete from mails where attempts >= 12;
