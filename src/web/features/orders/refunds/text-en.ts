// English texts of refunds of orders, for staff.
import type { RefundsText } from './text-bn.ts';

export const refundsEn: RefundsText = {
  action: 'Refund',
  title: (order) => `Order ${order}: refund`,
  hint: 'The money goes to the customer’s wallet. The customer will see the reason.',
  left: (amount) => `${amount} of this order can be refunded`,
  amount: 'Amount',
  amountInvalid: 'Enter an amount of money',
  tooMuch: (amount) => `At most ${amount} can be refunded`,
  reason: 'Reason',
  reasonMissing: 'Enter a reason',
  submit: 'Refund',
  failed: 'The money could not be refunded',
  returned: 'Refunded',
};
