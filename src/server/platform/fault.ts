// A refusal with a code: thrown anywhere, turned into a response in one place (http-server.ts).
import { type ErrorCode, type ErrorFacts, errorStatus } from '#contract/errors.ts';

export class Fault extends Error {
  readonly code: ErrorCode;
  readonly facts: ErrorFacts;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, facts: ErrorFacts = {}, retryAfterSeconds?: number) {
    super(code);
    this.code = code;
    this.facts = facts;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

/** Wrong fields of a request: field → message keys. Becomes a 400 `{field: [texts]}`. */
export class FieldFault extends Error {
  readonly fields: Record<string, string[]>;

  constructor(fields: Record<string, string[]>) {
    super('fields');
    this.fields = fields;
  }
}
