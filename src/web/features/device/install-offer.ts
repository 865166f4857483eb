// The browser's offer to install the portal: it comes once a visit, and waits here until the menu is opened.
import { createStore } from '../../lib/store.ts';

export interface InstallOffer {
  prompt(): Promise<unknown>;
}

export const installOffer = createStore<InstallOffer | undefined>(undefined);

// Listened for as soon as the customer's pages load; not on a first visit to the login.
if (typeof window !== 'undefined') {
  window.addEventListener('beforeinstallprompt', (event) => {
    // Without this the browser shows its own banner.
    event.preventDefault();
    installOffer.set(event as Event & InstallOffer);
  });
  window.addEventListener('appinstalled', () => installOffer.set(undefined));
}
