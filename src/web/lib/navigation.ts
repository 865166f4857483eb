// Navigates between pages, with or without the router: on a first visit, login and sign-up are shown before it is loaded.

/** State that one page passes to the next. */
export interface Arrival {
  /** The email address of the account that the sign-up has just created. */
  opened?: string | undefined;
}
type Navigator = (href: string, arrival?: Arrival) => Promise<void>;

let navigate: Navigator = async (href) => window.location.assign(href);

/** Called by whatever currently shows the pages. */
export function setNavigator(next: Navigator): void {
  navigate = next;
}

/** @param href a path of the portal, with its query */
export const navigateTo: Navigator = (href, arrival) => navigate(href, arrival);

/** Returns the address to return to after the login, if it lies inside the portal. */
export function safeNext(next: unknown): string | undefined {
  return typeof next === 'string' && /^\/(app|admin)(\/|\?|$)/.test(next) ? next : undefined;
}
