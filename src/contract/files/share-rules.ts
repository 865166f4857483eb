// Limits of shared links; used by the server and the dialog.

/** Default validity: seven days. */
export const shareHours = 168;
export const maximumShareHours = 24 * 365;
export const maximumShareOpens = 10_000;
/** The header with the key of a viewing. */
export const viewingHeader = 'X-Viewing';
/** The header that tells a viewer the number of pages. */
export const pagesHeader = 'X-Pages';
