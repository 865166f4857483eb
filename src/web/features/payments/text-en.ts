// English texts of a payment through a provider.
import type { PaymentsText } from './text-bn.ts';

export const paymentsEn: PaymentsText = {
  methodTitle: 'Choose a payment method',
  methodText: (amount) => `You recharge ${amount}. You will be taken to the payment page.`,
  methodsFailed: 'The payment methods could not be loaded',
  noMethods: 'No payment method is open at present',
  minimum: (amount) => `Minimum ${amount}`,
  pay: 'Go to payment',
  paying: 'Going to the payment page…',
  createFailed: 'The payment could not be started',
  createFailedTitle: 'Payment creation failed',
  result: {
    confirming: 'Confirming the payment…',
    confirmingText:
      'Waiting for the payment method to answer. You may close this page: once confirmed, the money reaches the wallet by itself.',
    later: 'We will tell you',
    laterText:
      'The provider takes long to answer. You may close this: once it is confirmed the money is added and the bell tells you.',
    success: 'The recharge succeeded',
    failure: 'The recharge did not succeed',
    cancelled: 'The payment was stopped midway',
    failureText: 'No money entered or left the wallet.',
    unreachable: 'The state of the payment is not known',
    unreachableText: 'If money was taken it will reach the wallet by itself. Look again a little later.',
    amount: 'Recharge',
    bonus: 'Bonus',
    transaction: 'Transaction number',
    balance: 'Balance now',
    backToTask: 'Back to your form',
  },
};
