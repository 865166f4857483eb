// English texts about the state of the shop and the first steps with it.
import { stepNames } from '#contract/checkup/step-names.ts';
import type { CheckupText } from './text-bn.ts';

export const checkupEn: CheckupText = {
  checkup: {
    title: 'Is my shop well?',
    hint: 'The state of each part of the portal, and what to do when something is not right.',
    failed: 'The state of the shop could not be loaded',
    allWell: 'All is well',
    toLookAt: (count) => `${count} to look at`,
    broken: (count) => `${count} to put right`,
    at: (when) => `Checked at ${when}`,
    again: 'Check again',
    doNow: 'What to do:',
    states: { well: 'Well', look: 'Look', wrong: 'Put right' },
    copy: 'Copy as text',
    copyHint: 'You can send this text to whoever helps you: there is nothing personal in it.',
    copied: 'Copied',
    copyFailed: 'Could not be copied',
  },
  steps: {
    title: 'First steps',
    hint: 'Take them one by one. You can stop at any time and go on from here later.',
    failed: 'The steps could not be loaded',
    progress: (done, all) => `${done} of ${all} done`,
    ready: 'Ready to open',
    readyHint: 'All steps are done. From now on, ‘Is my shop well?’ shows how things are.',
    goOn: 'Go on',
    states: { done: 'Done', confirmed: 'Left as it is', open: 'To do', sandbox: 'Still a sandbox' },
    confirm: 'Leave it as it is',
    reopen: 'Open again',
    saveFailed: 'Could not be saved',
    names: stepNames.en,
    hints: {
      name: 'Customers see it at the top, on receipts and in emails.',
      contact: 'Where customers call or come.',
      logo: 'Without one, the portal’s own sign is shown.',
      opening: 'Closed days do not count towards an order’s due time. Leave it as it is if you never close.',
      prices: 'Look at the price of each service and switch off what you do not offer. Then confirm.',
      second_factor: 'Nobody can sign in as the owner with a stolen password alone.',
      staff: 'Let them sign up like a customer, then give them a role. Leave it as it is if you work alone.',
      mail: 'Customers get email for a forgotten password or an order. Ask whoever installed the portal to set SMTP_URL.',
      payments:
        'Needs your bKash merchant agreement: the settings PAYMENT_PROVIDERS and those that begin with BKASH_. Until then, online top-ups are not real money.',
      registry:
        'With an authorised registry connection, set REGISTRY_URL. Until then, lookups find invented people only.',
      backups:
        'Everything comes back from here if the computer breaks. Set BACKUP_TO to another disk or place.',
    },
    open: {
      prices: 'Go to the services',
      second_factor: 'Go to your account',
      staff: 'Go to the users',
    },
  },
};
