// The result of a use case that decides the status itself, or that may be repeating its first response.

/** When the first response to a repeated request was made, and how long ago that is, both by the database's clock. */
export interface FirstResponse {
  readonly at: Date;
  readonly ageMs: number;
}

export class ApiResponse<T> {
  readonly status: number;
  readonly body: T;
  /** Set if this repeats an earlier response under the same idempotency key. */
  readonly first: FirstResponse | undefined;

  constructor(status: number, body: T, first?: FirstResponse) {
    this.status = status;
    this.body = body;
    this.first = first;
  }

  get isRepeat(): boolean {
    return this.first !== undefined;
  }

  /** Returns the same response with another body, often built from the ids in the first. */
  with<U>(body: U, status = this.status): ApiResponse<U> {
    return new ApiResponse(status, body, this.first);
  }
}
