// Returned by a use case that decides the status itself, or that may be repeating its first answer.

export class Answer<T> {
  readonly status: number;
  readonly body: T;
  /** When it was answered before, under the same key. */
  readonly firstAt: Date | undefined;

  constructor(status: number, body: T, firstAt?: Date) {
    this.status = status;
    this.body = body;
    this.firstAt = firstAt;
  }

  get isRepeat(): boolean {
    return this.firstAt !== undefined;
  }

  /** The same answer with another body, often built from the ids in the first. */
  with<U>(body: U, status = this.status): Answer<U> {
    return new Answer(status, body, this.firstAt);
  }
}
