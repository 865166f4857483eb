// The browser's install prompt: it is offered once per visit and kept here until the menu is opened.
import { createStore } from '../../lib/store.ts';

export interface InstallOffer {
  prompt(): Promise<unknown>;
}

export const installOffer = createStore<InstallOffer | undefined>(undefined);

// Listens as soon as the customer's pages load; not on a first visit to the login.
if (typeof window !== 'undefined') {
  window.addEventListener('beforeinstallprompt', (event) => {
    // Without this the browser shows its own banner.
    event.preventDefault();
    installOffer.set(event as Event & InstallOffer);
  });
  window.addEventListener('appinstalled', () => installOffer.set(undefined));
}
