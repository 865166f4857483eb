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
    progress: (done, all) => `${done} of ${all} done`,
    goOn: 'Continue',
    hint: 'Take them one at a time. You can stop any time and pick up here later.',
    failed: 'The steps could not be loaded',
    ready: 'Ready to open',
    readyHint: 'All steps are done. From now on, see how things are under ‘Health check’.',
    states: { done: 'Done', confirmed: 'Left as is', open: 'To do', sandbox: 'Sandbox' },
    confirm: 'Leave as is',
    reopen: 'Reopen',
    saveFailed: 'Could not save',
    names: stepNames.en,
  },
};
