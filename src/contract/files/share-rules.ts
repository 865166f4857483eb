// For how long and how many opens a shared link may be valid; used by the server and the dialog.

/** Seven days unless the owner chooses otherwise. */
export const shareHours = 168;
export const maximumShareHours = 24 * 365;
export const maximumShareOpens = 10_000;
/** The header with the key of a viewing. */
export const viewingHeader = 'X-Viewing';
/** The header that tells a viewer the number of pages. */
export const pagesHeader = 'X-Pages';
