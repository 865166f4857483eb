// A start with parts that do not belong together. Reported in one line, without a stack trace.
export class CustodyError extends Error {}
