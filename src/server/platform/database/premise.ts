// What a call rests on as it was last looked up, such as a session and its user. The database checks it in the round trip of the call's first
// statement, which it does not run otherwise: a look-up of its own costs a frequent call as much as what it asks for.

/** What a call rested on has changed. None of its statements has run. */
export class PremiseGone extends Error {
  constructor() {
    super('What the call rested on has changed');
  }
}

const divisionByZero = '22012';

export class Premise {
  /** Fails with a division by zero unless it holds. */
  readonly text: string;
  readonly values: readonly string[];
  readonly #outcome = Promise.withResolvers<void>();
  #state: 'open' | 'asked' | 'holds' | 'gone' = 'open';

  constructor(text: string, values: readonly string[]) {
    this.text = text;
    this.values = values;
    // Whoever waits for it fails with it; mostly nobody does.
    this.#outcome.promise.catch(() => undefined);
  }

  get holds(): boolean {
    return this.#state === 'holds';
  }

  get isGone(): boolean {
    return this.#state === 'gone';
  }

  /** @returns true once, for the statement with which it is to be checked */
  take(): boolean {
    if (this.#state !== 'open') return false;
    this.#state = 'asked';
    return true;
  }

  /** For the other statements of the call. @throws PremiseGone; whatever kept it from being checked */
  whenChecked(): Promise<void> {
    return this.#outcome.promise;
  }

  keep(): void {
    this.#state = 'holds';
    this.#outcome.resolve();
  }

  /** @returns what to throw for an error of the check */
  fail(error: Error): Error {
    const isGone = (error as { code?: string }).code === divisionByZero;
    const failure = isGone ? new PremiseGone() : error;
    if (isGone) this.#state = 'gone';
    this.#outcome.reject(failure);
    return failure;
  }
}
