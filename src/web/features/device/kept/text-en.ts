// English texts about keeping data on the device.
import type { KeptText } from './text-bn.ts';

export const keptEn: KeptText = {
  title: 'Use offline',
  hint: 'The lists you last saw, your balance and the papers you opened stay encrypted on this device. Logging out removes them. Do not turn this on on someone else’s device.',
  start: 'Keep on this device',
  stop: 'Remove from device',
  on: 'On. No papers are kept yet.',
  onWith: (count) => `On. Papers on this device: ${count}.`,
  full: 'The device is full, so nothing more can be kept. The portal works as usual.',
  impossible: 'This browser does not keep anything; it may be a private window. The portal works as usual.',
  pin: 'Keep on device',
  onDevice: 'On this device',
  unpin: 'Remove from device',
  pinned: 'The paper is kept on this device',
  pinFailed: 'The paper could not be kept',
  send: 'Send the paper',
  sendFailed: 'The paper could not be sent',
};
