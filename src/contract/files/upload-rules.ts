// Limits of uploaded files and their parts; without zod, so that screens share them with the server.
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

/** Size of a part on a fast connection, so that an interruption costs only seconds. */
export const uploadPartBytes = 256 * 1024;
/** Minimum size of every part but the last, as on a slow connection, because each takes a row until the upload is finished. */
export const minimumUploadPartBytes = 64 * 1024;
