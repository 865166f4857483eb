// What customers may attach to an order; without zod, so that screens share it with the server.

/** On one order, including the papers that its form asks for. */
export const maximumAttachments = 10;
/** Uploaded and not used by an order yet, for one customer. */
export const maximumUnusedAttachments = 20;
/** Sharp enough to read a page that was photographed whole. */
export const attachmentLongestSide = 2_600;
