// English texts of the installed portal.
import type { DeviceText } from './text-bn.ts';

export const deviceEn: DeviceText = {
  install: {
    action: 'Install as an app',
    onIphone: 'Tap the share button below, then “Add to Home Screen”.',
  },
  release: { newer: 'A new version of the portal is available.', later: 'Later' },
  offline: {
    comesBack: 'No internet. This will load by itself when you are back online.',
    advice: 'Would you like to see your lists, balance and papers offline too?',
    adviceLink: 'How to keep them on this device',
  },
};
