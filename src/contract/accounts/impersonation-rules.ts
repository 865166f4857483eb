// How long a look through a customer's eyes lasts, and what a reason must be; without zod, shared with the screens.
export const impersonationMinutes = 15;
export const shortestReason = 10;
export const longestReason = 120;
/** Every token of a view starts with it, so that one rule at the door keeps all of them from changing anything. */
export const impersonationTokenPrefix = 'view.';
