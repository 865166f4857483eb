// How long an impersonation lasts, and what a reason must be; without zod, shared with the screens.
export const impersonationMinutes = 15;
export const minimumReasonLength = 10;
export const maximumReasonLength = 120;
/** Every impersonation token starts with this, so that one admission rule keeps all of them from changing anything. */
export const impersonationTokenPrefix = 'view.';
