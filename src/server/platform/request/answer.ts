// Returned by a use case that decides the status itself, or that may be repeating its first answer.

export class Answer<T> {
  readonly status: number;
  readonly body: T;
  /** Whether it was answered before, under the same key. */
  readonly isRepeat: boolean;

  constructor(status: number, body: T, isRepeat = false) {
    this.status = status;
    this.body = body;
    this.isRepeat = isRepeat;
  }

  /** The same answer with another body, often built from the ids in the first. */
  with<U>(body: U, status = this.status): Answer<U> {
    return new Answer(status, body, this.isRepeat);
  }
}
