// Returned by a use case that decides the status itself, or that may be repeating its first answer.

/** When a call was first answered, by the database's clock, and how long ago that is by the same clock. */
export interface FirstResponse {
  readonly at: Date;
  readonly ageMs: number;
}

export class ApiResponse<T> {
  readonly status: number;
  readonly body: T;
  /** Of a call that was answered before, under the same key. */
  readonly first: FirstResponse | undefined;

  constructor(status: number, body: T, first?: FirstResponse) {
    this.status = status;
    this.body = body;
    this.first = first;
  }

  get isRepeat(): boolean {
    return this.first !== undefined;
  }

  /** The same answer with another body, often built from the ids in the first. */
  with<U>(body: U, status = this.status): ApiResponse<U> {
    return new ApiResponse(status, body, this.first);
  }
}
