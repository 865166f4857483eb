// English texts of the outbox.
import type { OutboxText } from './text-bn.ts';

export const outboxEn: OutboxText = {
  offer:
    'Put it in the outbox and it will be sent when you are back online. Until then you can change it or take it back.',
  keep: 'Put in outbox',
  kept: 'It is in the outbox',
  notKept:
    'It could not be kept on this device. Leave the page open and press again when you are back online.',
  count: (count) => `${count} waiting to be sent`,
  title: 'Outbox',
  hint: 'When you are back online, these are sent by themselves, one after another, each only once.',
  empty: 'Everything has been sent.',
  sent: (title) => `Sent: ${title}`,
  stuck: (title) => `Could not send, check the outbox: ${title}`,
  states: {
    waiting: 'Waiting',
    tried: 'No answer yet',
    asks: 'Price changed',
    refused: 'Not accepted',
    doubtful: 'Not certain',
    aside: 'Set aside',
  },
  asks: (price, shown) => `It now costs ${price}; you saw ${shown}. If you agree, send it at the new price.`,
  doubtful:
    'It was sent a long time ago and no answer came. Check your orders first; if it is not there, send it again.',
  aside:
    'It was tried several times and the server failed each time, so it was set aside to let the others go. Check your orders first; if it is not there, send it again or tell us.',
  tried:
    'It was sent once and no answer came. It may have arrived, so it cannot be changed now. You will know when you are back online.',
  agree: 'Send at the new price',
  again: 'Send again',
  both: 'Send this one too',
  change: 'Change',
  takeBack: 'Take back',
  takenBack: 'Taken back from the outbox',
  onItsWay: 'It is being sent right now and cannot be taken back',
  leaveTitle: 'Something has not been sent yet',
  leaveText: (count) => `Not sent yet: ${count}. Logging out removes them from this device.`,
  leave: 'Remove and log out',
  stay: 'Stay',
  service: 'Service type',
  price: 'Price',
  profile: 'Change to your profile',
  correction: (kind) => `Correction: ${kind}`,
  profileKept: 'It will be saved when you are back online',
};
