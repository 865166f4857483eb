// Files that arrive in parts; without zod, so that screens share it with the server.

/** What an upload sends at once: little enough for a slow line, so that a cut loses seconds. */
export const uploadPartBytes = 256 * 1024;
/** Every part but the last is at least this long: each costs a row until the upload is finished. */
export const leastUploadPartBytes = 64 * 1024;
