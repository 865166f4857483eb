// Navigates between pages, with or without the router: on a first visit, login and sign-up are shown before it is loaded.

/** What one page tells the next. */
export interface Arrival {
  /** The email of the account that the sign-up has just opened. */
  opened?: string | undefined;
}
type Navigator = (href: string, arrival?: Arrival) => Promise<void>;

let navigate: Navigator = async (href) => window.location.assign(href);

/** Set by whatever shows the pages now. */
export function setNavigator(next: Navigator): void {
  navigate = next;
}

/** @param href a path of the portal, with its query */
export const navigateTo: Navigator = (href, arrival) => navigate(href, arrival);

/** The address to return to after the login, if it lies inside the portal. */
export function safeNext(next: unknown): string | undefined {
  return typeof next === 'string' && /^\/(app|admin)(\/|\?|$)/.test(next) ? next : undefined;
}
