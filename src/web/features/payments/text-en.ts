// English texts of a payment through a provider.
import type { PaymentsText } from './text-bn.ts';

export const paymentsEn: PaymentsText = {
  methodTitle: 'Choose a payment method',
  methodText: (amount) => `You are recharging ${amount}. You will be taken to the payment page.`,
  methodsFailed: 'The payment methods could not be loaded',
  noMethods: 'No payment method is available right now',
  minimum: (amount) => `Minimum ${amount}`,
  pay: 'Go to payment',
  paying: 'Going to the payment page…',
  createFailed: 'The payment could not be started',
  createFailedTitle: 'Payment creation failed',
  result: {
    confirming: 'Confirming the payment…',
    confirmingText:
      'Waiting for the payment provider to answer. You may close this page: once confirmed, the money is added to your wallet automatically.',
    later: 'We will tell you',
    laterText:
      'The provider is taking a long time to answer. You may close this: once it is confirmed, the money is added and you are notified.',
    success: 'The recharge succeeded',
    failure: 'The recharge failed',
    cancelled: 'The payment was cancelled',
    failureText: 'No money moved in or out of your wallet.',
    unreachable: 'The status of the payment is not known',
    unreachableText:
      'If money was taken, it will be added to your wallet automatically, so do not pay again. Check the internet; this page keeps trying by itself.',
    foreign: 'Not a payment of this account',
    foreignText:
      'This payment was made from another account, or the address is wrong. If money was taken, it will be added automatically to the wallet of the account that paid.',
    amount: 'Recharge',
    bonus: 'Bonus',
    transaction: 'Transaction number',
    balance: 'Current balance',
    backToTask: 'Back to your form',
  },
};
