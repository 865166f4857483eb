comment on table notice_choices is 'How a person wants to be told of one kind; without a row: in the bell, and by mail only of money that left their wallet by the hand of staff.';
