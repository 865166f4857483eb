// How long and how often a shared link may be good; asked by the server and by the dialog.

/** Seven days, unless the owner says otherwise. */
export const shareHours = 168;
export const longestShareHours = 24 * 365;
export const maxShareOpens = 10_000;
/** Names the key of a look to the server. */
export const viewingHeader = 'X-Viewing';
/** Tells a viewer how many pages there are. */
export const pagesHeader = 'X-Pages';
