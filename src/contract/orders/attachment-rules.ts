// What customers may attach to an order; without zod, so that screens share it with the server.

/** On one order, papers that its form asks for included. */
export const maximumAttachments = 10;
/** Uploaded and not used by an order yet, for one customer. */
export const maximumUnusedAttachments = 20;
export const maximumAttachmentBytes = 10 * 1024 * 1024;
/** Sharp enough to read a page that was photographed whole. */
export const attachmentLongestSide = 2_600;
