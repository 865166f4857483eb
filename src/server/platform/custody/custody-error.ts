// A start with parts that do not belong together. It is said in one line, without a stack.
export class CustodyError extends Error {}
