// English texts of the page of first steps.
import type { FirstStepsText } from './text-bn.ts';

export const firstStepsEn: FirstStepsText = {
  hints: {
    name: 'Customers see it at the top, on receipts and in emails.',
    contact: 'Where customers call or come. Enter at least a phone number or an email address.',
    logo: 'Without one, the portal’s own mark is shown.',
    opening:
      'Closed days do not count towards an order’s due time. Press ‘Leave as is’ if you are always open.',
    prices:
      'Check the charge of each service and the prices of its types: customers pay both together. Press ‘Update’ to make inactive what you do not offer. Then press ‘Leave as is’ here.',
    owner:
      'Password links and urgent news of the shop go to this address, and an address ending in .test receives nothing. Press ‘Edit’ and enter your name and email address.',
    second_factor:
      'Logging in takes a code from your phone too, so a stolen password alone will not let anyone in as the owner.',
    staff:
      'Press ‘New user’ and enter their name, email address, a password and a role. They change the password when they first log in. Press ‘Leave as is’ if you work alone.',
    mail: 'Customers get email for a forgotten password or an order. Set SMTP_URL to your mail server and MAIL_FROM to the shop’s address; until then, emails reach nobody.',
    payments:
      'Needs your bKash merchant agreement: the settings PAYMENT_PROVIDERS and those that begin with BKASH_. Until then, online top-ups are not real money. Before you take real money, pay the sandbox money out of the wallets and delete the trial customer customer@nothipotro.test; the portal does not start otherwise.',
    registry:
      'With an authorised registry connection, set REGISTRY_URL. Until then, lookups find invented people only.',
    backups:
      'If the computer breaks, everything can be restored from here. Set BACKUP_TO to a folder on another disk and BACKUP_PASSPHRASE to a secret sentence; keep it on paper outside the shop.',
  },
  inFile:
    'This cannot be changed on screen: it is written into the file .env in the portal’s folder, and the portal is started again. Ask whoever installed it.',
  open: {
    prices: 'Go to services',
    owner: 'Go to your page',
    second_factor: 'Go to two-factor authentication',
    staff: 'Go to users',
  },
};
