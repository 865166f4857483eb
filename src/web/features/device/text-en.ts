// English texts of what is kept on the device.
import type { DeviceText } from './text-bn.ts';

export const deviceEn: DeviceText = {
  install: {
    action: 'Install as an app',
    onIphone: 'Tap the share button below, then “Add to Home Screen”.',
  },
  release: { newer: 'There is a new version of the portal.', later: 'Later' },
  keeping: {
    title: 'See it without internet',
    hint: 'The lists you saw last, your balance and the papers you opened stay locked on this phone. Signing out removes them. Do not turn this on on somebody else’s phone.',
    start: 'Keep on this phone',
    stop: 'Remove from the phone',
    on: 'It is on. No paper is kept yet.',
    onWith: (count) => `It is on. Papers on this phone: ${count}.`,
    full: 'The phone is full, so nothing more can be kept. The portal works as before.',
    impossible: 'This browser keeps nothing; it may be a private window. The portal works as before.',
    pin: 'Keep on phone',
    onDevice: 'On this phone',
    unpin: 'Remove from the phone',
    pinned: 'The paper is kept on this phone',
    pinFailed: 'The paper could not be kept',
    send: 'Send the paper',
    sendFailed: 'The paper could not be sent',
  },
};
