// English texts about the state of the shop and the first steps with it.
import { stepNames } from '#contract/checkup/step-names.ts';
import type { CheckupText } from './text-bn.ts';

export const checkupEn: CheckupText = {
  checkup: {
    title: 'Health check',
    hint: 'The state of each part of the portal, and what to do when something is wrong.',
    failed: 'The health check could not be loaded',
    allWell: 'All is well',
    toLookAt: (count) => `${count} to look at`,
    broken: (count) => `${count} to fix`,
    at: (when) => `Checked at ${when}`,
    again: 'Check again',
    doNow: 'What to do:',
    states: { well: 'OK', look: 'Check', wrong: 'Fix' },
    copy: 'Copy as text',
    copyHint: 'You can send this text to whoever helps you; there is nothing personal in it.',
    copied: 'Copied',
    copyFailed: 'Could not copy',
  },
  steps: {
    title: 'First steps',
    hint: 'Take them one at a time. You can stop any time and pick up here later.',
    failed: 'The steps could not be loaded',
    progress: (done, all) => `${done} of ${all} done`,
    ready: 'Ready to open',
    readyHint: 'All steps are done. From now on, see how things are under ‘Health check’.',
    goOn: 'Continue',
    states: { done: 'Done', confirmed: 'Left as is', open: 'To do', sandbox: 'Sandbox' },
    confirm: 'Leave as is',
    reopen: 'Reopen',
    saveFailed: 'Could not save',
    names: stepNames.en,
    hints: {
      name: 'Customers see it at the top, on receipts and in emails.',
      contact: 'Where customers call or come.',
      logo: 'Without one, the portal’s own mark is shown.',
      opening: 'Closed days do not count towards an order’s due time. Leave as is if you never close.',
      prices: 'Check the price of each service and turn off what you do not offer. Then confirm.',
      second_factor: 'A stolen password alone will not let anyone log in as the owner.',
      staff: 'Have them sign up like a customer, then give them a role. Leave as is if you work alone.',
      mail: 'Customers get email for a forgotten password or an order. Ask whoever installed the portal to set SMTP_URL.',
      payments:
        'Needs your bKash merchant agreement: the settings PAYMENT_PROVIDERS and those that begin with BKASH_. Until then, online top-ups are not real money.',
      registry:
        'With an authorised registry connection, set REGISTRY_URL. Until then, lookups find invented people only.',
      backups:
        'If the computer breaks, everything can be restored from here. Set BACKUP_TO to another disk or place.',
    },
    open: {
      prices: 'Go to services',
      second_factor: 'Go to your account',
      staff: 'Go to users',
    },
  },
};
