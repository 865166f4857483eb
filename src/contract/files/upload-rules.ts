// How large a file may be that somebody uploads, and how it arrives in parts; without zod, so that screens share it with the server.
// Texts of screens name some of these limits. The engines have their own: `readingLimits` for signed copies, `inspectPicture` for printed pictures.

/** Any uploaded file, in bytes; the limits below may be lower, not higher. */
export const maximumUploadBytes = 10 * 1024 * 1024;
export const maximumPdfBytes = 10 * 1024 * 1024;
export const maximumPdfPages = 20;
/** A picture of a person, a document or the shop. */
export const maximumImageBytes = 5 * 1024 * 1024;
export const maximumImagePixels = 40_000_000;
/** A photo or PDF that goes with an order. */
export const maximumAttachmentBytes = 10 * 1024 * 1024;

/** What an upload sends at once, on a quick line: an interruption costs only seconds. */
export const uploadPartBytes = 256 * 1024;
/** Every part but the last is at least this long, as on a slow line: each costs a row until the upload is finished. */
export const minimumUploadPartBytes = 64 * 1024;
