// Limits of attachments to orders; without zod, so that screens share them with the server.

/** Per order, including the papers that its form asks for. */
export const maximumAttachments = 10;
/** Per customer, uploads that no order uses yet. */
export const maximumUnusedAttachments = 20;
/** In pixels; sharp enough to read a photographed page. */
export const attachmentLongestSide = 2_600;
