// What a use case returns when it decides the status itself, or when it may be giving its first answer again.

export class Answer<T> {
  readonly status: number;
  readonly body: T;
  /** Whether this was answered before, under the same key. */
  readonly isRepeat: boolean;

  constructor(status: number, body: T, isRepeat = false) {
    this.status = status;
    this.body = body;
    this.isRepeat = isRepeat;
  }

  /** The same answer with another body, which is often made of the ids in the first. */
  with<U>(body: U, status = this.status): Answer<U> {
    return new Answer(status, body, this.isRepeat);
  }
}
