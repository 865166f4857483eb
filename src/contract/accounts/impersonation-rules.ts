// Limits of an impersonation and its reason; without zod, shared with the screens.
export const impersonationMinutes = 15;
export const minimumReasonLength = 10;
export const maximumReasonLength = 120;
/** Prefix of every impersonation token, so that a single admission rule keeps all of them read-only. */
export const impersonationTokenPrefix = 'view.';
