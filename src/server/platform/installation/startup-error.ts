// A start that must be refused, such as one with parts that do not belong together. Reported in one line, without a stack trace.
export class StartupError extends Error {}
