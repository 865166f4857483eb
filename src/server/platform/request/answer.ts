// Returned by a use case that decides the status itself, or that may be repeating its first answer.

/** When a call was first answered, by the database's clock, and how long ago that is by the same clock. */
export interface First {
  readonly at: Date;
  readonly ageMs: number;
}

export class Answer<T> {
  readonly status: number;
  readonly body: T;
  /** Of a call that was answered before, under the same key. */
  readonly first: First | undefined;

  constructor(status: number, body: T, first?: First) {
    this.status = status;
    this.body = body;
    this.first = first;
  }

  get isRepeat(): boolean {
    return this.first !== undefined;
  }

  /** The same answer with another body, often built from the ids in the first. */
  with<U>(body: U, status = this.status): Answer<U> {
    return new Answer(status, body, this.first);
  }
}
